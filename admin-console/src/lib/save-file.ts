/** Saves a fetched file. A plain link would not work, because the access token is sent in a header. */
export function saveFile({ file, name }: { file: Blob; name: string }) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** File name from the Content-Disposition header. */
export const nameOfFile = (answer: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallback
