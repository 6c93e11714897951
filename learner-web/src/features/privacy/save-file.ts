/** Saves the body of a response as a file. A plain link would not work, because the request needs the access token. */
export async function saveFile(response: Response, name: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by the next task, and no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

export const EXPORT_FILE_NAME = 'flagyard-my-data.zip'
export const ADDRESS_FILE_NAME = 'flagyard-my-address.json'
