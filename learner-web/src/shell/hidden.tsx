import type { ReactNode } from 'react'

/** Tag of messages with text for screen readers only. */
export const hidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>
