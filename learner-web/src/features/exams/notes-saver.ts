import type { ExamNotes } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/error-message'
import { createStore, type Store } from '@flagyard/ui/store'

export interface NotesState {
  /** What stands in the field. */
  text: string
  /** `unsent`: the server cannot be reached. `conflict`: another device has written meanwhile. `refused`: see `problem`. */
  status: 'loading' | 'saved' | 'typing' | 'unsent' | 'conflict' | 'refused'
  /** What the other device has written. */
  theirs: string | null
  problem: string | null
}

interface Calls {
  load: () => Promise<ExamNotes>
  save: (notes: { text: string; version: number }) => Promise<ExamNotes>
}

const TYPING_MS = 800
const RETRY_MS = 3_000
const MAX_BYTES = 65_536

export type NotesSaver = ReturnType<typeof createNotesSaver>

/**
 * Saves notes while they are typed, one after the other. What cannot be sent stays here and is sent as soon as the server is back; a reload
 * is asked about until then. What another device wrote meanwhile is never written over unseen.
 */
export function createNotesSaver({ load, save }: Calls) {
  const state = createStore<NotesState>({ text: '', status: 'loading', theirs: null, problem: null })
  /** What the server has, as far as is known here. */
  let kept = { text: '', version: 0 }
  let heard = 0
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (change: Partial<NotesState>) => state.set({ ...state.get(), ...change })
  const isUnsaved = () => state.get().text !== kept.text

  async function read() {
    try {
      const notes = await load()
      if (state.get().status !== 'loading' && isUnsaved()) return
      kept = notes
      set({ text: notes.text, status: 'saved', problem: null })
    } catch (error) {
      if (state.get().status !== 'loading') return
      if (error instanceof ApiError) set({ status: 'refused', problem: errorMessage(error) })
      else later(RETRY_MS, read)
    }
  }

  async function send() {
    if (isSending || !isUnsaved() || state.get().status === 'conflict') return
    const { text } = state.get()
    if (new TextEncoder().encode(text).length > MAX_BYTES)
      return set({
        status: 'refused',
        problem: 'Your notes are longer than the 64 kB that we can keep. Please shorten them.',
      })
    isSending = true
    try {
      kept = await save({ text, version: kept.version })
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } catch (error) {
      fail(error, text)
    } finally {
      isSending = false
    }
    if (isUnsaved() && state.get().status === 'typing') later(TYPING_MS, send)
    if (!isUnsaved() && heard > kept.version) await read()
  }

  function fail(error: unknown, sent: string) {
    const theirs = error instanceof ApiError && error.code === 'stale_version' ? (error.extra.notes as ExamNotes) : null
    if (theirs?.text === sent || (theirs && theirs.text === state.get().text)) {
      // It had arrived, and only its answer got lost.
      kept = theirs
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } else if (theirs) {
      kept = { text: theirs.text, version: theirs.version }
      set({ status: 'conflict', theirs: theirs.text })
    } else if (error instanceof ApiError && error.status < 500) set({ status: 'refused', problem: errorMessage(error) })
    else {
      set({ status: 'unsent' })
      later(RETRY_MS, send)
    }
  }

  function later(milliseconds: number, task: () => Promise<unknown>) {
    clearTimeout(timer)
    timer = setTimeout(() => void task(), milliseconds)
  }

  function resolve(text: string) {
    set({ text, theirs: null, status: 'typing' })
    if (isUnsaved()) void send()
    else set({ status: 'saved' })
  }

  const warnBeforeUnload = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  const sendNow = () => void send()

  return {
    state: state as Store<NotesState>,
    /** Begins, and gives what ends it: what is not saved by then is sent at once. */
    start() {
      void read()
      addEventListener('beforeunload', warnBeforeUnload)
      addEventListener('online', sendNow)
      return () => {
        removeEventListener('beforeunload', warnBeforeUnload)
        removeEventListener('online', sendNow)
        clearTimeout(timer)
        void send()
      }
    },
    type(text: string) {
      const { status } = state.get()
      if (status === 'loading') return
      set({ text, status: status === 'conflict' || status === 'unsent' ? status : 'typing', problem: null })
      if (status !== 'conflict' && status !== 'unsent') later(TYPING_MS, send)
    },
    /** Another device may have saved this version. One that was sent from here is known already, or will be with its answer. */
    hear(version: number) {
      heard = Math.max(heard, version)
      if (heard > kept.version && !isSending && !isUnsaved()) void read()
    },
    readAgain: () => void read(),
    /** After a conflict: what is to stand from now on. */
    keepMine: () => resolve(state.get().text),
    takeTheirs: () => resolve(state.get().theirs ?? ''),
    keepBoth: () => resolve(`${state.get().text.trimEnd()}\n\n${state.get().theirs ?? ''}`),
  }
}
