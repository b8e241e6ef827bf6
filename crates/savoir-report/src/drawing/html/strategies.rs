//! Strategies of a page: a row for each case, and below it what each member sees.

use crate::drawing::StrategyTable;
use crate::escape::xml::escape;
use std::fmt::Write;

pub(super) fn table(out: &mut String, table: &StrategyTable) {
    let _ = writeln!(
        out,
        "<div class=\"strategy\">\n<h3>{}</h3>\n<div class=\"scroll\"><table>\n<thead>",
        escape(&table.title)
    );
    let looks = table.looks_at.len();
    if looks > 0 {
        let _ = writeln!(
            out,
            "<tr><th></th><th colspan=\"{looks}\">when</th><th colspan=\"{}\">then</th></tr>",
            table.movers.len()
        );
    }
    out.push_str("<tr><th></th>");
    for what in &table.looks_at {
        let _ = write!(out, "<th>{}</th>", escape(what));
    }
    for mover in &table.movers {
        let _ = write!(out, "<th class=\"then\">{}</th>", escape(mover));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (number, case) in table.cases.iter().enumerate() {
        let is_any = case.conditions.iter().all(String::is_empty);
        let word = match (number, is_any) {
            (0, true) => "always",
            (_, true) => "otherwise",
            (0, false) => "if",
            (_, false) => "else if",
        };
        let _ = write!(out, "<tr><th scope=\"row\">{word}</th>");
        for condition in &case.conditions {
            let class = if condition.is_empty() { " class=\"any\"" } else { "" };
            let text = if condition.is_empty() { "any" } else { condition };
            let _ = write!(out, "<td{class}>{}</td>", escape(text));
        }
        for action in &case.moves {
            let _ = write!(out, "<td class=\"then\">{}</td>", escape(action));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if table.left_out > 0 {
        let _ = writeln!(out, "<p class=\"hint\">{} more cases are left out.</p>", table.left_out);
    }
    if !table.sight.is_empty() {
        let _ = writeln!(out, "<p class=\"hint\">{}</p>", escape(&table.sight.join(" ")));
    }
    out.push_str("</div>\n");
}
