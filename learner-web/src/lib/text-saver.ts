import { ApiError } from '@flagyard/api-types/contract/problem'
import { errorMessage } from '@flagyard/ui/Feedback'
import { type Atom, atom, getDefaultStore } from 'jotai/vanilla'

export interface TextState {
  text: string
  /** `unsent`: the server is unreachable. `conflict`: another device has saved a different text. `refused`: see `problem`. */
  status: 'loading' | 'saved' | 'typing' | 'unsent' | 'conflict' | 'refused'
  /** Text saved by the other device. */
  theirs: string | null
  problem: string | null
}

/** A text stored on the server. Version 0 means that there is none yet. */
export interface StoredText {
  text: string
  version: number
}

interface Options<Stored extends StoredText> {
  /** Stored text, if already known. Otherwise it is loaded. */
  stored?: StoredText
  /** Unsaved text from an earlier visit. */
  text?: string
  load?: () => Promise<Stored>
  save: (edit: StoredText) => Promise<Stored>
  /** Extracts the newest text from a `stale_version` error. */
  getNewest: (refusal: ApiError) => StoredText | null
  /** Reason why a text cannot be saved, as a message; undefined if it can. */
  problemOf: (text: string) => string | undefined
  /** Unsaved text is also stored elsewhere and restored later, so there are no retries after the saver has ended. */
  isStored?: true
  /** Called when the text or the stored version changes. */
  onChange?: (state: { text: string; stored: StoredText }) => void
}

const TYPING_MS = 800
const RETRY_MS = 3_000

export type TextSaver = ReturnType<typeof createTextSaver>

/**
 * Saves a text while it is typed, with optimistic locking. Unsent text is sent when the server is reachable again; until then, leaving the
 * page triggers a warning. Changes from another device are never overwritten silently.
 */
export function createTextSaver<Stored extends StoredText>(options: Options<Stored>) {
  const { load, save, getNewest, problemOf, onChange } = options
  const isLoaded = options.stored !== undefined
  /** Latest known version on the server. */
  let stored: StoredText = options.stored ?? { text: '', version: 0 }
  const initialText = options.text ?? stored.text
  const store = getDefaultStore()
  const state = atom<TextState>({
    text: initialText,
    status: !isLoaded ? 'loading' : initialText === stored.text ? 'saved' : 'typing',
    theirs: null,
    problem: null,
  })
  let announcedVersion = 0
  let isSending = false
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const isUnsaved = () => store.get(state).text !== stored.text
  const set = (change: Partial<TextState>) => {
    store.set(state, (shown) => ({ ...shown, ...change }))
    onChange?.({ text: store.get(state).text, stored })
  }

  async function read() {
    if (!load) return
    try {
      const loaded = await load()
      if (store.get(state).status !== 'loading' && isUnsaved()) return
      stored = loaded
      set({ text: loaded.text, status: 'saved', problem: null })
    } catch (error) {
      if (store.get(state).status !== 'loading') return
      if (error instanceof ApiError) set({ status: 'refused', problem: errorMessage(error) })
      else schedule(RETRY_MS, read)
    }
  }

  async function send() {
    const { text, status } = store.get(state)
    if (isSending || status === 'conflict') return
    if (!isUnsaved()) {
      // The text was changed back to the saved one.
      if (status === 'typing' || status === 'unsent') set({ status: 'saved', problem: null })
      return
    }
    const problem = problemOf(text)
    if (problem) return set({ status: 'refused', problem })
    isSending = true
    try {
      stored = await save({ text, version: stored.version })
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } catch (error) {
      fail(error, text)
    } finally {
      isSending = false
    }
    if (isUnsaved() && store.get(state).status === 'typing') schedule(TYPING_MS, send)
    if (!isUnsaved() && announcedVersion > stored.version) await read()
  }

  function fail(error: unknown, sent: string) {
    const theirs = error instanceof ApiError && error.code === 'stale_version' ? getNewest(error) : null
    if (theirs?.text === sent || (theirs && theirs.text === store.get(state).text)) {
      // The save had succeeded, and only its response was lost.
      stored = theirs
      set({ status: isUnsaved() ? 'typing' : 'saved', problem: null })
    } else if (theirs) {
      stored = { text: theirs.text, version: theirs.version }
      set({ status: 'conflict', theirs: theirs.text })
    } else if (error instanceof ApiError && error.status < 500) set({ status: 'refused', problem: errorMessage(error) })
    else {
      set({ status: 'unsent' })
      if (!(hasEnded && options.isStored)) schedule(RETRY_MS, send)
    }
  }

  function schedule(milliseconds: number, task: () => Promise<unknown>) {
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
    /** Starts the saver. The returned function stops it and sends unsaved text immediately. */
    start() {
      hasEnded = false
      void (isLoaded ? send() : read())
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
      if (status !== 'conflict' && status !== 'unsent') schedule(TYPING_MS, send)
    },
    /** Handles a notification that this version was saved. Saves by this device are known already, or will be with their response. */
    onSavedElsewhere(version: number) {
      announcedVersion = Math.max(announcedVersion, version)
      if (announcedVersion > stored.version && !isSending && !isUnsaved()) void read()
    },
    readAgain: () => void read(),
    sendNow,
    /** Resolves a conflict with the user's own text. `takeTheirs` uses the other text, `keepBoth` joins both. */
    keepMine: () => resolve(store.get(state).text),
    takeTheirs: () => resolve(store.get(state).theirs ?? ''),
    keepBoth: () => resolve(`${store.get(state).text.trimEnd()}\n\n${store.get(state).theirs ?? ''}`),
  }
}
