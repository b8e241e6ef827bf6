//! Web services: an orchestration that books a flight and a hotel for several callers, and undoes half a booking.

use crate::text::{Text, each};

/// `n` callers.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A travel agency that books a flight and a hotel for {n} callers, one after the other."),
        "",
        "Flights and hotels may be refused; if only the hotel is, the flight is given back. Callers see their own affairs.",
    ]);
    (1..=n).for_each(|i| text.agent(&format!("Caller{i}"), |text| caller(text, i)));
    text.agent("Agency", |text| agency(text, n));
    for (name, stage) in [("Airline", "flight"), ("Hotel", "hotel")] {
        text.agent(name, |text| provider(text, n, stage));
    }
    text.part("Evaluation", |text| {
        let all = |state: &str| each(1..=n, |i| format!("Caller{i}.state = {state}")).join(" and ");
        text.when("all_booked", &all("booked"));
        text.when("all_refused", &all("refused"));
        text.when("first_booked", "Caller1.state = booked");
        text.when("last_booked", &format!("Caller{n}.state = booked"));
        text.when("first_waits", "Caller1.state = waiting");
        text.when("serves_first", "Agency.client = 1");
        text.when("agency_free", "Agency.stage = free");
        text.when("flight_held", "Airline.held > 0");
        text.when("hotel_held", "Hotel.held > 0");
    });
    text.part("InitStates", |text| {
        let callers = each(1..=n, |i| format!("Caller{i}.state = idle")).join(" and ");
        text.line(&format!(
            "Agency.stage = free and Agency.client = 0 and Airline.held = 0 and Hotel.held = 0 and {callers}"
        ));
    });
    text.part("Groups", |text| text.line("providers = {Agency, Airline, Hotel}"));
    text.part("Formulae", |text| {
        text.formula("all-can-be-booked", true, "EF all_booked");
        text.formula("all-can-be-refused", true, "EF all_refused");
        text.formula("a-flight-is-kept-only-with-a-hotel", true, "AG (agency_free -> (flight_held <-> hotel_held))");
        text.formula("only-who-waits-is-served", true, "AG (serves_first -> first_waits)");
        text.formula("who-waits-is-served", true, "AG (first_waits -> AF !first_waits)");
        text.formula("who-is-booked-knows-of-a-flight", true, "AG (first_booked -> K(Caller1, flight_held))");
        text.formula("callers-do-not-know-of-each-other", n == 1, "EF K(Caller1, last_booked)");
        text.perfect_ability("providers-can-refuse", Some(true), "<providers>G !first_booked");
        text.perfect_ability("one-cannot-be-sure", Some(false), "<Caller1>F first_booked");
    });
    text.finish()
}

fn caller(text: &mut Text, i: usize) {
    text.variables(&["state : {idle, waiting, booked, refused}"]);
    text.protocol("call, sleep", &[("state = idle or state = refused", "call, sleep")], "sleep");
    text.section("Evolution", |text| {
        text.when("state = waiting", &format!("Action = call and Agency.Action = take{i}"));
        text.when("state = booked", &format!("state = waiting and Agency.Action = confirm{i}"));
        text.when("state = refused", &format!("state = waiting and Agency.Action = refuse{i}"));
    });
}

fn agency(text: &mut Text, n: usize) {
    text.variables(&["stage : {free, flight, hotel, undo, done, failed}", &format!("client : 0..{n}")]);
    let listed = |word: &str| each(1..=n, |i| format!("{word}{i}")).join(", ");
    text.actions(&format!(
        "{}, {}, {}, ask_flight, ask_hotel, undo, wait",
        listed("take"),
        listed("confirm"),
        listed("refuse")
    ));
    text.section("Protocol", |text| {
        text.allow("stage = free", &format!("{}, wait", listed("take")));
        text.allow("stage = flight", "ask_flight");
        text.allow("stage = hotel", "ask_hotel");
        text.allow("stage = undo", "undo");
        for i in 1..=n {
            text.allow(&format!("stage = done and client = {i}"), &format!("confirm{i}"));
            text.allow(&format!("stage = failed and client = {i}"), &format!("refuse{i}"));
        }
        text.allow("Other", "wait");
    });
    text.section("Evolution", |text| {
        for i in 1..=n {
            // A call is heard if the agency listens to this caller at the same moment.
            let taken = format!("Action = take{i} and Caller{i}.Action = call");
            text.when(&format!("client = {i}"), &taken);
            text.when("stage = flight", &taken);
            text.when("client = 0", &format!("Action = confirm{i} or Action = refuse{i}"));
            text.when("stage = free", &format!("Action = confirm{i} or Action = refuse{i}"));
        }
        text.when("stage = hotel", "Action = ask_flight and Airline.Action = grant");
        text.when("stage = failed", "Action = ask_flight and Airline.Action = deny");
        text.when("stage = done", "Action = ask_hotel and Hotel.Action = grant");
        text.when("stage = undo", "Action = ask_hotel and Hotel.Action = deny");
        text.when("stage = failed", "Action = undo");
    });
}

fn provider(text: &mut Text, n: usize, stage: &str) {
    text.variables(&[&format!("held : 0..{n}")]);
    text.protocol("grant, deny", &[(&format!("held < {n}"), "grant, deny")], "deny");
    text.section("Evolution", |text| {
        text.when("held = held + 1", &format!("Action = grant and Agency.Action = ask_{stage}"));
        if stage == "flight" {
            text.when("held = held - 1", "Agency.Action = undo");
        }
    });
}
