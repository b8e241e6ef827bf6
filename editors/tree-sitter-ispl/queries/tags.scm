(agent
  name: (_) @name) @definition.class

(variable
  name: (variable_name) @name) @definition.field

(proposition
  name: (proposition_name) @name) @definition.constant

(group
  name: (group_name) @name) @definition.constant
