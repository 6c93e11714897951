import { Card } from '@flagyard/ui/Card'
import { Link } from '@flagyard/ui/Link'
import type { ReactNode } from 'react'
import styles from './sections.module.css'

interface Props {
  title: ReactNode
  /** Shown at the end of the heading's line. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card with a heading. */
export function SectionCard({ title, aside, className, children }: Props) {
  const heading = <h2 className="heading">{title}</h2>
  return (
    <Card as="section" className={className ?? 'stack'}>
      {aside ? (
        <div className="row between">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </Card>
  )
}

interface FactListProps {
  /** Names and values. Facts without a value are omitted. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
  className?: string | undefined
}

export const FactList = ({ facts, className }: FactListProps) => (
  <dl className={className}>
    {facts.map(
      ([name, value]) =>
        value != null &&
        value !== '' && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

interface TabsProps<T extends string> {
  label: string
  tabs: Record<T, string>
  current: T
  pathOf: (tab: T) => string
}

/** Links to the parts of a page. */
export const Tabs = <T extends string>({ label, tabs, current, pathOf }: TabsProps<T>) => (
  <nav className={styles.tabs} aria-label={label}>
    {(Object.entries(tabs) as [T, string][]).map(([tab, name]) => (
      <Link key={tab} to={pathOf(tab)} className={styles.tab} aria-current={tab === current ? 'page' : undefined}>
        {name}
      </Link>
    ))}
  </nav>
)
