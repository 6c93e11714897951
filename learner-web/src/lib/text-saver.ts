import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/error-message'
import { type Atom, atom, getDefaultStore } from 'jotai/vanilla'

export interface TextState {
  /** What stands in the field. */
  text: string
  /** `unsent`: the server cannot be reached. `conflict`: another device has written meanwhile. `refused`: see `problem`. */
  status: 'loading' | 'saved' | 'typing' | 'unsent' | 'conflict' | 'refused'
  /** What the other device has written. */
  theirs: string | null
  problem: string | null
}

/** A text as the server has it. Version 0: it has none yet. */
export interface KeptText {
  text: string
  version: number
}

interface Options<Kept extends KeptText> {
  /** What the server has, as far as is known here; else it is loaded. */
  kept?: KeptText
  /** What was typed before and is not saved yet. */
  text?: string
  load?: () => Promise<Kept>
  save: (edit: KeptText) => Promise<Kept>
  /** The text that another device wrote, as the refusal of an older version holds it. */
  newestIn: (refusal: ApiError) => KeptText | null
  /** Why a text cannot be kept, in a sentence; undefined where it can. */
  problemOf: (text: string) => string | undefined
  /** What is not saved stays elsewhere, and whoever begins again goes on with it: nothing is tried again once this one has ended. */
  isStored?: true
  /** Told whenever what stands in the field, or what the server has, changes. */
  onChange?: (state: { text: string; kept: KeptText }) => void
}

const TYPING_MS = 800
const RETRY_MS = 3_000

export type TextSaver = ReturnType<typeof createTextSaver>

/**
 * Saves a text while it is typed, one version after the other. What cannot be sent stays here and is sent as soon as the server is back; a reload
 * is asked about until then. What another device wrote meanwhile is never written over unseen.
 */
export function createTextSaver<Kept extends KeptText>(options: Options<Kept>) {
  const { load, save, newestIn, problemOf, onChange } = options
  const isKnown = options.kept !== undefined
  /** What the server has, as far as is known here. */
  let kept: KeptText = options.kept ?? { text: '', version: 0 }
  const first = options.text ?? kept.text
  const store = getDefaultStore()
  const state = atom<TextState>({
    text: first,
    status: !isKnown ? 'loading' : first === kept.text ? 'saved' : 'typing',
    theirs: null,
    problem: null,
  })
  let heard = 0
  let isSending = false
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const isUnsaved = () => store.get(state).text !== kept.text
  const set = (change: Partial<TextState>) => {
    store.set(state, (shown) => ({ ...shown, ...change }))
    onChange?.({ text: store.get(state).text, kept })
  }

  async function read() {
    if (!load) return
    try {
      const found = await load()
      if (store.get(state).status !== 'loading' && isUnsaved()) return
      kept = found
      set({ text: found.text, status: 'saved', problem: null })
    } catch (error) {
      if (store.get(state).status !== 'loading') return
      if (error instanceof ApiError) set({ status: 'refused', problem: errorMessage(error) })
      else later(RETRY_MS, read)
    }
  }

  async function send() {
    const { text, status } = store.get(state)
    if (isSending || status === 'conflict') return
    if (!isUnsaved()) {
      // It was typed back to what is kept.
      if (status === 'typing' || status === 'unsent') set({ status: 'saved', problem: null })
      return
    }
    const problem = problemOf(text)
    if (problem) return set({ status: 'refused', problem })
    isSending = true
    try {
      kept = await save({ text, version: kept.version })
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } catch (error) {
      fail(error, text)
    } finally {
      isSending = false
    }
    if (isUnsaved() && store.get(state).status === 'typing') later(TYPING_MS, send)
    if (!isUnsaved() && heard > kept.version) await read()
  }

  function fail(error: unknown, sent: string) {
    const theirs = error instanceof ApiError && error.code === 'stale_version' ? newestIn(error) : null
    if (theirs?.text === sent || (theirs && theirs.text === store.get(state).text)) {
      // It had arrived, and only its answer got lost.
      kept = theirs
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } else if (theirs) {
      kept = { text: theirs.text, version: theirs.version }
      set({ status: 'conflict', theirs: theirs.text })
    } else if (error instanceof ApiError && error.status < 500) set({ status: 'refused', problem: errorMessage(error) })
    else {
      set({ status: 'unsent' })
      if (!(hasEnded && options.isStored)) later(RETRY_MS, send)
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
    state: state as Atom<TextState>,
    /** Begins, and gives what ends it: what is not saved by then is sent at once. */
    start() {
      hasEnded = false
      void (isKnown ? send() : read())
      addEventListener('beforeunload', warnBeforeUnload)
      addEventListener('online', sendNow)
      return () => {
        removeEventListener('beforeunload', warnBeforeUnload)
        removeEventListener('online', sendNow)
        clearTimeout(timer)
        hasEnded = true
        void send()
      }
    },
    type(text: string) {
      const { status } = store.get(state)
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
    /** Without waiting for a pause of typing. */
    sendNow,
    /** After a conflict: what is to stand from now on. */
    keepMine: () => resolve(store.get(state).text),
    takeTheirs: () => resolve(store.get(state).theirs ?? ''),
    keepBoth: () => resolve(`${store.get(state).text.trimEnd()}\n\n${store.get(state).theirs ?? ''}`),
  }
}
