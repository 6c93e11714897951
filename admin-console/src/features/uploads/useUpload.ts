import type { StoredFile, UploadKind } from '@flagyard/api-types'
import { useEffect, useRef, useState } from 'react'
import { useDataProvider, useGetIdentity } from 'react-admin'
import { usePendingFile } from '../../crud/EditForm.tsx'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { forgetHalfSent, type HalfSent, listHalfSent } from './half-sent.ts'

export type UploadStep =
  | { step: 'none' }
  | { step: 'sending' | 'paused' | 'checking'; file: File; sent: number }
  /** `file` is set if a retry makes sense; it resumes the upload. */
  | { step: 'failed'; why: string; file?: File }

/** State of one upload, with functions to send, pause, resume and cancel it. */
export function useUpload(kind: UploadKind, onReady: (file: StoredFile | null, id: string) => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const { identity } = useGetIdentity()
  const owner = String(identity?.id ?? '')
  const [state, setState] = useState<UploadStep>({ step: 'none' })
  const [halfSent, setHalfSent] = useState<HalfSent[]>([])
  const running = useRef<AbortController>(undefined)
  usePendingFile(state.step === 'sending' || state.step === 'checking')
  useEffect(() => setHalfSent(listHalfSent(owner, kind)), [owner, kind])
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setHalfSent([])
    setState({ step: 'sending', file, sent: 0 })
    try {
      const { sendUpload } = await import('./send-upload.ts')
      const {
        id,
        file: stored,
        state,
        refusal,
      } = await sendUpload(dataProvider, file, {
        kind,
        owner,
        onProgress: (sent) => !stop.signal.aborted && setState({ step: 'sending', file, sent }),
        onSent: () => setState({ step: 'checking', file, sent: file.size }),
        signal: stop.signal,
      })
      if (state === 'refused') return setState({ step: 'failed', why: refusal ?? 'This file cannot be used.' })
      setState({ step: 'none' })
      onReady(stored, id)
    } catch (error) {
      if (stop.signal.aborted) return
      const why = error instanceof Error ? error.message : sentenceOf(error)
      setState({ step: 'failed', why, file })
    }
  }
  return {
    state,
    /** Incomplete uploads of earlier pages. They resume when the same file is selected again. */
    halfSent,
    send,
    pause() {
      running.current?.abort()
      setState((now) => (now.step === 'sending' ? { ...now, step: 'paused' } : now))
    },
    /** Cancels the upload and deletes what was sent. */
    async giveUp() {
      running.current?.abort()
      setState({ step: 'none' })
      for (const { url } of listHalfSent(owner, kind)) {
        forgetHalfSent(url)
        await dataProvider.call('deleteUpload', { id: url.split('/').at(-1) ?? '' }).catch(() => undefined)
      }
      setHalfSent([])
    },
  }
}
