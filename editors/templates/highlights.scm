; Rendered from editors/templates and the keyword table of crates/savoir-syntax/src/kind.rs:
; SAVOIR_BLESS=1 cargo test -p savoir-syntax grammars
;
; No node is matched by two patterns, so it does not matter whether an editor takes the first or the last one.

(comment) @comment

[
  {{Section}}
  {{End}}
] @keyword

[
  {{Clause}}
] @keyword.conditional

[
  {{Setting}}
] @constant.builtin

[
  {{Type}}
] @type.builtin

[
  {{Constant}}
] @boolean

[
  {{Builtin}}
] @variable.builtin

[
  {{Connective}}
] @keyword.operator

[
  {{Logic}}
] @keyword.modifier

[
  {{Temporal}}
] @function.builtin

[
  {{Modal}}
] @function.builtin

(modal) @function.builtin

(integer) @number

[
  "<->" "->" "!" "=" "<>" "!=" "<=" ">=" "|" "^" "&" "~" "+" "-" "*" "/" ".."
] @operator

(binary_expression operator: ["<" ">"] @operator)

(coalition ["<" ">"] @punctuation.bracket)

["(" ")" "{" "}"] @punctuation.bracket

[":" "," ";" "."] @punctuation.delimiter

"?" @punctuation.special

(agent_name) @type
(group_name) @type
(variable_name) @variable
(member) @variable.member
(value) @constant
(action) @function
(proposition_name) @property
(identifier) @variable
