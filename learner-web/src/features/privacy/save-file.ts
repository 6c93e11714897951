/** Hands an answer to the browser as a file to keep: it came with the bearer, which a plain link cannot carry. */
export async function saveFile(response: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

export const EXPORT_FILE_NAME = 'flagyard-my-data.zip'
