import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "../src/editor/markdown.ts";

test("paragraphs, code, lists and emphasis become markup", () => {
  assert.equal(render("`light`: **boolean**\n\nseen by *Bob*"), "<p><code>light</code>: <strong>boolean</strong></p><p>seen by <em>Bob</em></p>");
  assert.equal(render("- one\n- `two`"), "<ul><li>one</li><li><code>two</code></li></ul>");
  assert.equal(render("# Title\ntext"), "<p><strong>Title</strong></p><p>text</p>");
  assert.equal(render("```ispl\na < b\n```\n---"), "<pre><code>a &lt; b</code></pre><hr>");
  assert.equal(render("one  \ntwo"), "<p>one<br>two</p>");
});

test("names with underscores and stars of formulas stay as they are", () => {
  assert.equal(render("all_races_are_over and x_1"), "<p>all_races_are_over and x_1</p>");
  assert.equal(render("2 * 3 * 4"), "<p>2 * 3 * 4</p>");
  assert.equal(render("\\*no\\* \\_emphasis\\_"), "<p>*no* _emphasis_</p>");
});

test("markup in a text is text", () => {
  const hostile = "<img src=x onerror=alert(1)> `<script>` [click](javascript:alert(1)) **<b>**\n- <i>\n```\n</code><script>\n```";
  const made = render(hostile);
  assert.ok(!/<(img|script|b|i|a)\b/.test(made), made);
  assert.ok(!made.includes("javascript:"), made);
});

test("a fence that is not closed ends with the text", () => {
  assert.equal(render("```\nx"), "<pre><code>x</code></pre>");
});
