; Rendered from editors/templates and the keyword table of crates/savoir-syntax/src/kind.rs:
; SAVOIR_BLESS=1 cargo test -p savoir-syntax grammars
;
; No node is matched by two patterns, so it does not matter whether an editor takes the first or the last one.

(comment) @comment

[
  "Semantics"
  "Agent"
  "Obsvars"
  "Lobsvars"
  "Vars"
  "RedStates"
  "Actions"
  "Protocol"
  "Evolution"
  "Evaluation"
  "InitStates"
  "Groups"
  "Fairness"
  "Formulae"
  "end"
] @keyword

[
  "Other"
  "if"
] @keyword.conditional

[
  "MultiAssignment"
  "SingleAssignment"
  "MA"
  "SA"
] @constant.builtin

[
  "boolean"
] @type.builtin

[
  "true"
  "false"
] @boolean

[
  "Environment"
  "Action"
  "GreenStates"
] @variable.builtin

[
  "and"
  "or"
] @keyword.operator

[
  "LTL"
  "CTL*"
] @keyword.modifier

[
  "AG"
  "EG"
  "AX"
  "EX"
  "AF"
  "EF"
  "A"
  "E"
  "X"
  "F"
  "G"
  "U"
] @function.builtin

[
  "K"
  "GK"
  "GCK"
  "DK"
  "O"
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
