import type { HomePage, ShownBlock } from '@flagyard/api-types'
import { Preview } from '../content/markdown/Preview.tsx'
import styles from './home-page.module.css'

/** Content of the page in its order. The site adds its layout and pictures. */
export const HomePreview = ({ home: { blocks } }: { home: HomePage }) => (
  <div className={styles.sample}>
    {blocks.map((block, at) => (
      <section key={`${block.kind} ${at}`}>
        <h2 className={styles.title}>{block.title}</h2>
        <Content block={block} />
      </section>
    ))}
  </div>
)

function Content({ block }: { block: ShownBlock }) {
  switch (block.kind) {
    case 'hero':
      return (
        <>
          <p>{block.text}</p>
          <p className={styles.calm}>
            Buttons: Browse courses{block.free_lesson ? ', Watch a free lesson' : '. No course has a free lesson'}
          </p>
        </>
      )
    case 'courses':
      return <List items={block.courses.map(({ title }) => title)} none="No published courses yet." />
    case 'steps':
      return <List items={block.steps.map(({ title, text }) => `${title}: ${text}`)} />
    case 'quotes':
      return <List items={block.quotes.map(({ text, name }) => `${text} – ${name ?? 'a learner'}`)} />
    case 'faqs':
      return <List items={block.questions.map(({ question }) => question)} />
    case 'text':
      return <Preview text={block.text} ownLinks />
  }
}

const List = ({ items, none = '' }: { items: string[]; none?: string }) =>
  items.length === 0 ? (
    <p className={styles.calm}>{none}</p>
  ) : (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
