import type { Session } from '@flagyard/api-types'

const CHANNEL = 'flagyard.session'

interface Channel {
  tell(session: Session | null): void
  close(): void
}

/** What one tab learns of the session, the others hear: they share the cookie, so they share its account. Never stored. */
export function createChannel(hear: (session: Session | null) => void): Channel {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: MessageEvent<{ session: Session | null }>) => hear(event.data.session)
  return {
    tell: (session) => channel.postMessage({ session }),
    close: () => channel.close(),
  }
}
