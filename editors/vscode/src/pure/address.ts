// Where the server of the web build is.

/** Whether an address can be used, and which ones follow from it. */
export type Address = { kind: "server"; page: string; socket: string } | { kind: "none" } | { kind: "wrong"; why: string };

const FORM = "it is what `savoir studio` prints: http://127.0.0.1:PORT/TOKEN/";

/** The address of a studio as it is written in the settings. Only this machine is spoken to. */
export function address(setting: string): Address {
  const text = setting.trim();
  if (text === "") return { kind: "none" };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { kind: "wrong", why: `savoir.server.url is no address; ${FORM}` };
  }
  if (url.protocol !== "http:") return { kind: "wrong", why: `savoir.server.url starts with http: ${FORM}` };
  if (!["127.0.0.1", "localhost", "[::1]"].includes(url.hostname)) {
    return { kind: "wrong", why: "savoir.server.url names another machine; the server runs on this one" };
  }
  const path = url.pathname.replace(/\/+$/, "");
  if (!/^\/[^/]+$/.test(path)) return { kind: "wrong", why: `savoir.server.url lacks the token; ${FORM}` };
  return { kind: "server", page: `http://${url.host}${path}/`, socket: `ws://${url.host}${path}/lsp` };
}
