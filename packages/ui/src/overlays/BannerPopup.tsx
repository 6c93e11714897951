import { Fragment, useId, useState } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './overlays.module.css'

export interface BannerContent {
  id: string
  content: string
  link?: string | null | undefined
}

interface Props {
  banner: BannerContent
  onClose: () => void
  /** Called whenever the checkbox changes. The banner stays open until it is closed. */
  onDismissedChange: (id: string, dismissed: boolean) => void
}

/** An announcement in a strip at the bottom of the window. It can be closed and does not take the focus. */
export function BannerPopup({ banner, onClose, onDismissedChange }: Props) {
  const [dismissed, setDismissed] = useState(false)
  const messageId = useId()
  const changeDismissed = (checked: boolean) => {
    setDismissed(checked)
    onDismissedChange(banner.id, checked)
  }
  return (
    <div
      className={styles.banner}
      role="dialog"
      aria-modal="false"
      aria-label="Announcement"
      aria-describedby={messageId}
    >
      <div className={styles.bannerWords} id={messageId}>
        <p>
          <BoldText>{banner.content}</BoldText>
        </p>
        {isWebLink(banner.link) && (
          <a href={banner.link} className={styles.link}>
            <span>
              Read more<span className="visually-hidden"> about this announcement</span>
            </span>
            <Icon name="arrow" size={16} />
          </a>
        )}
      </div>
      <div className={styles.noticeActions}>
        <label className={styles.again}>
          <input type="checkbox" checked={dismissed} onChange={(event) => changeDismissed(event.target.checked)} />
          Don't show again
        </label>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

/** Administrators enter links as free text. Only web addresses and paths on this site are rendered as links. */
function isWebLink(link: string | null | undefined): link is string {
  if (!link) return false
  try {
    return ['http:', 'https:'].includes(new URL(link, location.origin).protocol)
  } catch {
    return false
  }
}

/** A line of text in which `**two asterisks**` make words bold. No other markup is supported. */
const BoldText = ({ children }: { children: string }) => (
  <>
    {children.split(/\*\*(.+?)\*\*/).map((part, at) =>
      // Every second part was between asterisks.
      at % 2 === 1 ? <strong key={at}>{part}</strong> : <Fragment key={at}>{part}</Fragment>,
    )}
  </>
)
