//! A small checker for JSON Schema: as much of the language as our published schemas use.

use serde_json::Value;

/// Whether a value follows a schema.
///
/// # Errors
/// The first thing that is wrong with it.
///
/// # Panics
/// If the schema uses something that is not known here.
pub fn follows(value: &Value, schema: &Value) -> Result<(), String> {
    part(value, schema, schema)
}

/// Whether a value follows a part of a schema.
fn part(value: &Value, schema: &Value, whole: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").expect("references are to definitions");
        assert!(whole["$defs"][name].is_object(), "{reference}");
        return part(value, &whole["$defs"][name], whole);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let tried: Vec<Result<(), String>> = options.iter().map(|option| part(value, option, whole)).collect();
        let fits = tried.iter().filter(|tried| tried.is_ok()).count();
        return if fits == 1 { Ok(()) } else { Err(format!("{fits} of the options fit: {tried:?}")) };
    }
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    let listed = schema["enum"].as_array().is_none_or(|list| list.contains(value));
    let is = |name: &Value| match name.as_str().unwrap_or_default() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    let begins = schema["pattern"].as_str().is_none_or(|pattern| {
        let start =
            pattern.strip_prefix('^').filter(|start| start.chars().all(|c| c.is_alphanumeric() || "-:".contains(c)));
        let start = start.expect("patterns say how a text begins");
        value.as_str().is_none_or(|text| text.starts_with(start))
    });
    if !constant || !listed || !typed || !begins {
        return Err(format!("{value} is not {schema}"));
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        items.iter().try_for_each(|item| part(item, &schema["items"], whole))?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    let mut required = schema["required"].as_array().into_iter().flatten();
    if let Some(name) = required.find(|name| !object.contains_key(name.as_str().unwrap_or_default())) {
        return Err(format!("{name} is missing"));
    }
    for (name, member) in object {
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(own), _) => part(member, own, whole)?,
            (None, Value::Bool(false)) => return Err(format!("{name} is unknown")),
            (None, others) if others.is_object() => part(member, others, whole)?,
            _ => {}
        }
    }
    Ok(())
}
