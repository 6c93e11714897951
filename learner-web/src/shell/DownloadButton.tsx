import { Button } from '@flagyard/ui/Button'
import { saveFile } from '@flagyard/ui/save-file'
import type { ComponentProps } from 'react'
import { useAction } from '../lib/useAction.ts'
import { showError } from './toasts.ts'

interface Props extends Omit<ComponentProps<typeof Button>, 'name'> {
  load: () => Promise<Response>
  /** File name, unless the response has one. */
  name: string
}

/** Downloads a file that needs the access token. */
export function DownloadButton({ load, name, ...button }: Props) {
  const { run, isPending } = useAction({ onError: showError })
  return <Button {...button} busy={isPending} onClick={() => void run(async () => saveFile(await load(), name))} />
}
