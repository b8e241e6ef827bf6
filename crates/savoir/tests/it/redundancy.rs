//! Bits that follow from others are left out of the diagrams, as long as they do.

use savoir_check::{Budget, Membership, Sets};
use savoir_model::{Model, PropId};
use savoir_symbolic::{LeaveOut, Reach, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;

/// Three letters are sent one by one through a channel that may lose them; what arrives is what was sent.
const POST: &str = "
Semantics=SingleAssignment;
Agent Environment
  Vars: channel : {a, b, nothing}; number : 0..3; end Vars
  Actions = {deliver, lose};
  Protocol: Other : {deliver, lose}; end Protocol
  Evolution:
    channel=a if Action=deliver and (Sender.Action=send1a or Sender.Action=send2a or Sender.Action=send3a);
    channel=b if Action=deliver and (Sender.Action=send1b or Sender.Action=send2b or Sender.Action=send3b);
    channel=nothing if Action=lose;
    number=1 if Sender.Action=send1a or Sender.Action=send1b;
    number=2 if Sender.Action=send2a or Sender.Action=send2b;
    number=3 if Sender.Action=send3a or Sender.Action=send3b;
  end Evolution
end Agent
Agent Sender
  Vars: letter1 : {a, b}; letter2 : {a, b}; letter3 : {a, b}; end Vars
  Actions = {send1a, send1b, send2a, send2b, send3a, send3b};
  Protocol:
    letter1=a : {send1a};
    letter1=b : {send1b};
    letter2=a : {send2a};
    letter2=b : {send2b};
    letter3=a : {send3a};
    letter3=b : {send3b};
  end Protocol
  Evolution: letter1=letter1 if Action=send1a; end Evolution
end Agent
Agent Receiver
  Lobsvars = {channel, number};
  Vars: box1 : {empty, xa, xb}; box2 : {empty, xa, xb}; box3 : {empty, xa, xb}; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution:
    box1=xa if Environment.channel=a and Environment.number=1;
    box1=xb if Environment.channel=b and Environment.number=1;
    box2=xa if Environment.channel=a and Environment.number=2;
    box2=xb if Environment.channel=b and Environment.number=2;
    box3=xa if Environment.channel=a and Environment.number=3;
    box3=xb if Environment.channel=b and Environment.number=3;
  end Evolution
end Agent
Evaluation
  wrong if (Receiver.box1=xa and Sender.letter1=b) or (Receiver.box3=xb and Sender.letter3=a);
end Evaluation
InitStates
  Environment.channel=nothing and Environment.number=0 and
  Receiver.box1=empty and Receiver.box2=empty and Receiver.box3=empty;
end InitStates
Formulae
  AG !wrong;
end Formulae
";

/// The copy follows the bit for three steps, then it goes its own way.
const DRIFT: &str = "
Agent Environment
  Vars: clock : 0..5; bit : boolean; copy : boolean; end Vars
  Actions = {up, down};
  Protocol: Other : {up, down}; end Protocol
  Evolution:
    clock=clock+1 and bit=true and copy=true if Action=up and clock < 3;
    clock=clock+1 and bit=false and copy=false if Action=down and clock < 3;
    clock=clock+1 and bit=true if Action=up and clock >= 3 and clock < 5;
    clock=clock+1 and bit=false if Action=down and clock >= 3 and clock < 5;
  end Evolution
end Agent
Agent Idler
  Vars: idle : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution: idle=idle if Action=wait; end Evolution
end Agent
Evaluation differ if !(Environment.bit = Environment.copy); end Evaluation
InitStates Environment.clock=0 and Environment.bit=false and Environment.copy=false and Idler.idle=true; end InitStates
Formulae AG !differ; end Formulae
";

fn system(model: &Model, leave_out: LeaveOut) -> SymbolicSystem<'_> {
    let options = SymbolicOptions { leave_out, reach: Reach::Frontier, ..SymbolicOptions::default() };
    SymbolicSystem::build(model, &options, &Budget::unlimited()).unwrap()
}

/// The states where the only proposition holds.
fn states(model: &Model, system: &SymbolicSystem<'_>) -> Vec<Vec<u64>> {
    let condition = model.proposition(PropId::from(0)).condition;
    system.list(&system.states_where(model, condition).unwrap()).unwrap()
}

#[test]
fn what_arrives_is_what_was_sent() {
    let model = load(POST);
    let [full, short] = [LeaveOut::Never, LeaveOut::Always].map(|leave_out| system(&model, leave_out));
    assert_eq!(full.left_out(), 0);
    // What is in the channel and in each box follows from the letters.
    assert!(short.left_out() >= 4, "{}", short.left_out());
    let count = |system: &SymbolicSystem<'_>| system.count(&system.reachable()).unwrap();
    assert_eq!(count(&full), count(&short));
    assert_eq!(full.list(&full.reachable()).unwrap(), short.list(&short.reachable()).unwrap());
    assert!(states(&model, &short).is_empty());
}

#[test]
fn a_bit_that_does_not_follow_any_more_returns() {
    let model = load(DRIFT);
    let [full, short] = [LeaveOut::Never, LeaveOut::Always].map(|leave_out| system(&model, leave_out));
    assert_eq!(full.list(&full.reachable()).unwrap(), short.list(&short.reachable()).unwrap());
    assert_eq!(states(&model, &full), states(&model, &short));
    assert!(!states(&model, &short).is_empty());
}

#[test]
fn small_models_keep_all_bits() {
    let model = load(POST);
    assert_eq!(system(&model, LeaveOut::Grow).left_out(), 0);
}
