//! Checks JSON against our published schemas.

use serde_json::Value;

/// Whether a value follows a schema, as far as our schemas use the language.
pub(crate) fn follows(value: &Value, schema: &Value, whole: &Value) -> Result<(), String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/$defs/").unwrap();
        assert!(whole["$defs"][name].is_object(), "{reference}");
        return follows(value, &whole["$defs"][name], whole);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fits = options.iter().filter(|option| follows(value, option, whole).is_ok()).count();
        return if fits == 1 { Ok(()) } else { Err(format!("{fits} of the options fit {value}")) };
    }
    let constant = schema.get("const").is_none_or(|constant| constant == value);
    let listed = schema["enum"].as_array().is_none_or(|list| list.contains(value));
    let is = |name: &Value| match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(names) => names.iter().any(is),
        name => is(name),
    };
    if !constant || !listed || !typed {
        return Err(format!("{value} is not {schema}"));
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        items.iter().try_for_each(|item| follows(item, &schema["items"], whole))?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    let mut required = schema["required"].as_array().into_iter().flatten();
    if let Some(name) = required.find(|name| !object.contains_key(name.as_str().unwrap())) {
        return Err(format!("{name} is missing"));
    }
    for (name, part) in object {
        match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(own), _) => follows(part, own, whole)?,
            (None, Value::Bool(false)) => return Err(format!("{name} is unknown")),
            (None, other) if other.is_object() => follows(part, other, whole)?,
            _ => {}
        }
    }
    Ok(())
}
