import type { ReactNode } from 'react'

type Cell = ReactNode

interface Props {
  className?: string | undefined
  heads: readonly Cell[]
  /** Each row has a key, the cell that names it, and its other cells. */
  rows: readonly (readonly [key: string | number, name: Cell, ...cells: Cell[]])[]
}

const isThere = (cell: Cell) => cell !== undefined && cell !== false

/** A small table of figures. Cells that are undefined or false are left out. */
export const PlainTable = ({ className, heads, rows }: Props) => (
  <table className={className}>
    <thead>
      <tr>
        {heads.filter(isThere).map((head, at) => (
          <th key={at} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([key, name, ...cells]) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {cells.filter(isThere).map((cell, at) => (
            <td key={at}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
