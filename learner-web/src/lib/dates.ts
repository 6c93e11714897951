/** `12 March 2027` in UTC, so that every reader and every printed copy of a document says the same. */
export function formatUtcDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}

/** `12 March 2027`, in the reader's own time zone. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(iso))
}

/** `14:05`, in the reader's own time zone. */
export function formatTime(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(iso))
}

/** `12 Mar 2027, 14:05`, in the reader's own time zone. */
export function formatDateTime(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}
