/**
 * Makes a text safe inside HTML, in attributes too.
 *
 * @param text Any text.
 * @returns The text with its special characters escaped.
 */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/**
 * Writes a labelled select.
 *
 * @param label What the person reads.
 * @param name The field's name.
 * @param options Value and text, in order.
 * @param chosen The value that is chosen.
 * @param isRequired Whether the form waits for a value that is not empty.
 * @returns The label with the select inside.
 */
export function selectField(
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
  isRequired = false,
): string {
  const items = options.map(([value, text]) =>
    `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(text)}</option>`
  ).join("");
  return `<p><label for="${name}">${label}</label> <select id="${name}" name="${name}"${
    isRequired ? " required" : ""
  }>${items}</select></p>`;
}

/**
 * Writes the hidden fields of a form.
 *
 * @param fields Values by name.
 * @returns One input a field.
 */
export function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields).map(([name, value]) =>
    `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`
  ).join("");
}
