//! How long formulas are broken into lines: at the outermost connectives first, and so that it shows.

use savoir_syntax::{format, parse};

fn lays_out(formula: &str, expected: &str) {
    // Names stand for longer ones, so that the lines of this file stay short.
    let long = |text: &str| text.replace("pp", "a_rather_long_name_p");
    let file = |formula: &str| format!("Formulae\n{formula}end Formulae\n");
    let laid_out = format::format(&parse(&file(&long(formula))).tree);
    assert_eq!(laid_out, file(&long(expected)), "{formula}");
    assert_eq!(format::format(&parse(&laid_out).tree), laid_out);
}

#[test]
fn long_formulas_are_broken_at_the_outermost_connectives() {
    lays_out(
        "AG (pp -> K(M, pp or pp) and K(N, pp));",
        "  AG (pp
      -> K(M, pp or pp) and K(N, pp));
",
    );
    lays_out(
        "AG !K(M, pp and pp and pp and pp) and EF pp;",
        "  AG !K(M,
          pp
              and pp
              and pp
              and pp)
      and EF pp;
",
    );
    lays_out(
        "KH(M, N, pp or pp or pp or pp);",
        "  KH(M, N,
      pp or pp or pp or pp);
",
    );
    lays_out(
        "GCK({M, N}, pp or pp or pp or pp);",
        "  GCK({M, N},
      pp or pp or pp or pp);
",
    );
    lays_out(
        "(pp or pp or pp or pp or pp) and pp;",
        "  (pp
          or pp
          or pp
          or pp
          or pp)
      and pp;
",
    );
}
