/**
 * Saves a fetched file. A plain link would not work, because the access token is sent in a header. The name in a response's header
 * precedes `name`.
 */
export async function saveFile(file: Blob | Response, name: string): Promise<void> {
  const isResponse = file instanceof Response
  const url = URL.createObjectURL(isResponse ? await file.blob() : file)
  const link = document.createElement('a')
  link.href = url
  link.download = (isResponse && nameIn(file.headers.get('content-disposition') ?? '')) || name
  link.click()
  // Browsers may read the file a while after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function nameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}
