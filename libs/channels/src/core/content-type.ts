/** Whether the body is JSON by its content type. */
export function isJson(headers: Readonly<Record<string, string>>): boolean {
  return typeOf(headers) === 'application/json'
}

/** Whether the body is a form by its content type. */
export function isForm(headers: Readonly<Record<string, string>>): boolean {
  return typeOf(headers) === 'application/x-www-form-urlencoded'
}

function typeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}
