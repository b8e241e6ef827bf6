//! Bit transmission with faulty receivers of ECAI'04: the two systems of the paper, n independent channels of each.

use crate::text::Text;

/// The first system: the receiver may fail to acknowledge a bit that it has.
pub(crate) fn silent(n: usize) -> String {
    system(n, "may forget to acknowledge", silent_receiver, true)
}

/// The second system: the receiver may acknowledge a bit that it does not have.
pub(crate) fn hasty(n: usize) -> String {
    system(n, "may acknowledge before it has the bit", hasty_receiver, false)
}

fn system(n: usize, fault: &str, receiver: fn(&mut Text, usize), sender_knows: bool) -> String {
    let mut text = Text::new(&[
        &format!("Bit transmission over {n} unreliable channel{}.", if n == 1 { "" } else { "s" }),
        "",
        "Each sender repeats its bit until it hears an acknowledgement; each message may be lost. A",
        &format!("receiver {fault}: then it is not as it ought to be."),
    ]);
    for i in 1..=n {
        text.agent(&format!("Channel{i}"), |text| channel(text, i));
        text.agent(&format!("Sender{i}"), |text| sender(text, i));
        text.agent(&format!("Receiver{i}"), |text| receiver(text, i));
    }
    text.part("Evaluation", |text| {
        for i in 1..=n {
            text.when(&format!("zero{i}"), &format!("Sender{i}.bit = 0"));
            text.when(&format!("one{i}"), &format!("Sender{i}.bit = 1"));
            text.when(&format!("acknowledged{i}"), &format!("Sender{i}.ack = true"));
        }
    });
    text.part("InitStates", |text| {
        let start = |i| format!("Channel{i}.sent = nothing and Sender{i}.ack = false and Receiver{i}.state = empty");
        text.line(&(1..=n).map(start).collect::<Vec<_>>().join(" and "));
    });
    text.part("Formulae", |text| {
        for i in 1..=n {
            let knows = format!("K(Receiver{i}, zero{i}) or K(Receiver{i}, one{i})");
            let formula = |rest: String| format!("AG (acknowledged{i} -> {rest})");
            text.formula(&format!("sender-knows-{i}"), sender_knows, &formula(format!("K(Sender{i}, {knows})")));
            text.formula(
                &format!("sender-knows-of-a-correct-receiver-{i}"),
                true,
                &formula(format!("K(Sender{i}, Receiver{i}.GreenStates -> {knows})")),
            );
            text.formula(&format!("receiver-ought-to-know-{i}"), false, &formula(format!("O(Receiver{i}, {knows})")));
        }
    });
    text.finish()
}

fn channel(text: &mut Text, i: usize) {
    text.section("Vars", |text| {
        text.comment("What was given to it in the last step.");
        text.line("sent : {nothing, bit, ack, both}");
    });
    text.comment("Which way it transmits.");
    text.protocol("both, right, left, drop", &[], "both, right, left, drop");
    text.section("Evolution", |text| {
        let (idle, ack) = (format!("Sender{i}.Action = idle"), format!("Receiver{i}.Action = send_ack"));
        let given = [
            ("both", format!("!({idle}) and {ack}")),
            ("bit", format!("!({idle}) and !({ack})")),
            ("ack", format!("{idle} and {ack}")),
            ("nothing", format!("{idle} and !({ack})")),
        ];
        for (what, condition) in given {
            text.when(&format!("sent = {what}"), &format!("sent <> {what} and {condition}"));
        }
    });
}

fn sender(text: &mut Text, i: usize) {
    text.variables(&["bit : 0..1", "ack : boolean"]);
    let sends = [("bit = 0 and ack = false", "send0"), ("bit = 1 and ack = false", "send1")];
    text.protocol("send0, send1, idle", &sends, "idle");
    text.section("Evolution", |text| {
        text.when(
            "ack = true",
            &format!("Receiver{i}.Action = send_ack and (Channel{i}.Action = both or Channel{i}.Action = left)"),
        );
    });
}

/// A bit arrives.
fn arrives(i: usize, bit: u8) -> String {
    format!("Sender{i}.Action = send{bit} and (Channel{i}.Action = both or Channel{i}.Action = right)")
}

/// A receiver up to its evolution: its states, the faulty ones, and what it must do in some of them.
fn receiver(text: &mut Text, states: &str, faulty: &str, must: (&str, &str)) {
    text.section("Vars", |text| {
        text.comment("A trailing f marks a fault in the past.");
        text.line(&format!("state : {{{states}}}"));
    });
    text.section("RedStates", |text| text.line(faulty));
    text.protocol("send_ack, idle", &[must], "send_ack, idle");
}

fn silent_receiver(text: &mut Text, i: usize) {
    receiver(text, "empty, r0, r1, r0f, r1f", "state = r0f or state = r1f", ("state = empty", "idle"));
    text.section("Evolution", |text| {
        for bit in [0, 1] {
            text.when(&format!("state = r{bit}"), &format!("state = empty and {}", arrives(i, bit)));
            text.when(&format!("state = r{bit}f"), &format!("state = r{bit} and Action = idle"));
        }
    });
}

fn hasty_receiver(text: &mut Text, i: usize) {
    let faulty = "state = emptyf or state = r0f or state = r1f";
    receiver(text, "empty, emptyf, r0, r1, r0f, r1f", faulty, ("state = r0 or state = r1", "send_ack"));
    text.section("Evolution", |text| {
        let early = "state = empty and Action = send_ack";
        for bit in [0, 1] {
            let arrives = arrives(i, bit);
            text.when(&format!("state = r{bit}"), &format!("state = empty and Action = idle and {arrives}"));
            text.when(&format!("state = r{bit}f"), &format!("(({early}) or state = emptyf) and {arrives}"));
        }
        text.when("state = emptyf", &format!("{early} and !({}) and !({})", arrives(i, 0), arrives(i, 1)));
    });
}
