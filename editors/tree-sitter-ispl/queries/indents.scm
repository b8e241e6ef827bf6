[
  (agent)
  (obsvars)
  (vars)
  (red_states)
  (protocol)
  (evolution)
  (evaluation)
  (init_states)
  (groups)
  (fairness)
  (formulae)
] @indent.begin

"end" @indent.branch
