import styles from './Analytics.module.css'

export const Tile = ({ name, figure, beside }: { name: string; figure: string; beside: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className={styles.number}>{figure}</span>
      <span className={styles.beside}>{beside}</span>
    </dd>
  </div>
)
