/** Hands a file that was fetched to the browser: the bearer travels in a header, so no link can name its address. */
export function saveFile({ file, name }: { file: Blob; name: string }) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What the server calls a file that it sends. */
export const nameOfFile = (answer: Response, fallback: string): string =>
  /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? fallback
