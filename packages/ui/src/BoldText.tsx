import { Fragment } from 'react'

/** A line of text in which `**two asterisks**` make words bold. No other markup is supported. */
export const BoldText = ({ children }: { children: string }) => (
  <>
    {children.split(/\*\*(.+?)\*\*/).map((part, at) =>
      // Every second part was between asterisks.
      at % 2 === 1 ? <strong key={at}>{part}</strong> : <Fragment key={at}>{part}</Fragment>,
    )}
  </>
)
