// Files for the test of the extension in a browser: a folder in memory, filled from the server that serves the page.

const vscode = require("vscode");

const { File, Directory } = vscode.FileType;
const notFound = (uri) => vscode.FileSystemError.FileNotFound(uri);

class Files {
  constructor(contents) {
    this.files = new Map(Object.entries(contents).map(([name, text]) => [`/${name}`, new TextEncoder().encode(text)]));
    this.changed = new vscode.EventEmitter();
    this.onDidChangeFile = this.changed.event;
  }

  watch() {
    return { dispose() {} };
  }

  stat(uri) {
    if (uri.path === "/") return { type: Directory, ctime: 0, mtime: 0, size: 0 };
    const bytes = this.readFile(uri);
    return { type: File, ctime: 0, mtime: 0, size: bytes.length };
  }

  readDirectory() {
    return [...this.files.keys()].map((path) => [path.slice(1), File]);
  }

  readFile(uri) {
    const bytes = this.files.get(uri.path);
    if (!bytes) throw notFound(uri);
    return bytes;
  }

  writeFile(uri, bytes) {
    this.files.set(uri.path, bytes);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  createDirectory(uri) {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri) {
    this.files.delete(uri.path);
  }

  rename(from, to) {
    this.files.set(to.path, this.readFile(from));
    this.files.delete(from.path);
  }
}

exports.activate = async (context) => {
  const folder = vscode.Uri.joinPath(context.extensionUri, "../models.json");
  const answer = await fetch(folder.toString(true));
  const provider = new Files(await answer.json());
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider("models", provider, { isCaseSensitive: true }));
};
