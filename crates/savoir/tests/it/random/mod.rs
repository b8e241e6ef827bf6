//! Comparisons on random models. How many they try depends on `SAVOIR_TESTS`, see `savoir_testkit::cases`.

mod bans;
mod cone;
mod consistency;
mod enforcing;
mod engines;
mod evidence;
mod group_searches;
mod groups;
mod independent;
mod induced;
mod notes;
mod plays;
mod replay;
mod set_games;
mod simulation;
mod single_states;
mod strategies;
mod uniform;
mod uniform_evidence;
mod views;
