/** A file of a form, its bytes as text. */
export type SampleFile = { name: string; filename: string; type: string; content: string }

/** The boundary that SendGrid uses. */
const boundary = 'xYzZY'
const encoder = new TextEncoder()

/** The `multipart/form-data` of these fields and files, as SendGrid posts it. */
export function sampleForm(
  fields: Readonly<Record<string, string>>,
  files: readonly SampleFile[] = [],
): { contentType: string; body: Uint8Array } {
  let form = ''
  for (const [name, value] of Object.entries(fields)) {
    form += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  }
  for (const { name, filename, type, content } of files) {
    const disposition = `Content-Disposition: form-data; name="${name}"; filename="${filename}"`
    form += `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: encoder.encode(`${form}--${boundary}--\r\n`),
  }
}
