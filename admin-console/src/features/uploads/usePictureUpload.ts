import { useState } from 'react'
import { useDataProvider, useGetIdentity } from 'react-admin'
import { usePendingFile } from '../../crud/record/EditForm.tsx'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'

/** Pictures in a paste or drop event. */
export const picturesIn = (given: DataTransfer | null): File[] =>
  [...(given?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/**
 * Uploads pictures that were pasted or dropped into a Markdown text:
 *
 * ```tsx
 * const { uploadPicture, uploading } = usePictureUpload()
 * const onPaste = async (event: ClipboardEvent) => {
 *   for (const picture of picturesIn(event.clipboardData)) {
 *     event.preventDefault()
 *     insert(await uploadPicture(picture, { alt: 'What the picture shows' }))
 *   }
 * }
 * ```
 *
 * `uploadPicture` resolves to the Markdown to insert: `![alt](/api/v1/pictures/<SHA-256>.png#800x600)`. It rejects with an `Error` whose
 * message can be shown to the user (file too large, not a picture, no connection), and with an `AbortError` if its signal is aborted.
 * The default of `alt` is the words of the file's name, for the author to replace. `uploading` is the number of running uploads.
 */
export function usePictureUpload(): {
  uploadPicture: (picture: File, options?: { alt?: string; signal?: AbortSignal }) => Promise<string>
  uploading: number
} {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const { identity } = useGetIdentity()
  const [uploading, setUploading] = useState(0)
  usePendingFile(uploading > 0)
  return {
    uploading,
    async uploadPicture(picture, { alt = wordsOf(picture.name), signal = new AbortController().signal } = {}) {
      setUploading((count) => count + 1)
      try {
        const { sendUpload } = await import('./send-upload.ts')
        const { file, refusal } = await sendUpload(dataProvider, picture, {
          kind: 'picture',
          owner: String(identity?.id ?? ''),
          onProgress: () => undefined,
          onSent: () => undefined,
          signal,
        })
        if (!file?.url) throw new Error(refusal ?? 'This picture was rejected.')
        return `![${alt.replace(/[[\]\\]/g, '')}](${file.url})`
      } finally {
        setUploading((count) => count - 1)
      }
    },
  }
}

/** `login-flow_2.png` → `login flow 2`. Empty for `image.png`, the browsers' generic name for pasted pictures. */
const wordsOf = (filename: string) =>
  filename === 'image.png' ? '' : filename.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ')
