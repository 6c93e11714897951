import { Fragment } from 'react'

/** A line of text in which `**two stars**` make words bold, and nothing else means anything. */
export const BoldText = ({ children }: { children: string }) => (
  <>
    {children.split(/\*\*(.+?)\*\*/).map((part, at) =>
      // Every second part stood between stars.
      at % 2 === 1 ? <strong key={at}>{part}</strong> : <Fragment key={at}>{part}</Fragment>,
    )}
  </>
)
