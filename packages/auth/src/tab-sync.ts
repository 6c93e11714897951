import type { Session } from '@flagyard/api-types'

const CHANNEL_NAME = 'flagyard.session'

interface TabSync {
  publish(session: Session | null): void
  close(): void
}

/** Publishes session changes to the other tabs. They share the cookie, so they share the account. Nothing is stored. */
export function createTabSync(onSession: (session: Session | null) => void): TabSync {
  if (typeof BroadcastChannel === 'undefined') return { publish: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(CHANNEL_NAME)
  channel.onmessage = (event: MessageEvent<{ session: Session | null }>) => onSession(event.data.session)
  return {
    publish: (session) => channel.postMessage({ session }),
    close: () => channel.close(),
  }
}
