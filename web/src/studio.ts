// The page of `savoir studio`.

import { Studio } from "./app.ts";

document.addEventListener("DOMContentLoaded", () => void new Studio().start());
