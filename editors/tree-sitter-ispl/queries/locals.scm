; A bare name in the sections of an agent is a variable of that agent.

(agent) @local.scope

(variable
  name: (variable_name) @local.definition)

(identifier) @local.reference
