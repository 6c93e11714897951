import { Dialog } from '@flagyard/ui/Dialog'
import { OptionGroups, OptionInput } from '@flagyard/ui/OptionBox'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type Choice, usePalette } from './usePalette.ts'

const LABEL = 'Go to, or hand in a flag'

/** Command palette: search, and an input to submit flags. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const { groups, staleFrom, said } = usePalette(typed)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const current = Math.min(at, count - 1)
  const take = ({ take }: Choice) => {
    if (typeof take !== 'string') return void take(onClose)
    onClose()
    void navigate(take)
  }
  return (
    <Dialog open alignTop title={LABEL} onClose={onClose}>
      <OptionInput
        label={LABEL}
        placeholder="A course, a lesson, a page, FLAG{…}"
        maxLength={500}
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setAt(0)
        }}
        count={count}
        current={current}
        staleFrom={staleFrom}
        onWalk={setAt}
        onClose={onClose}
      />
      <OptionGroups groups={groups} current={current} onTake={take} />
      <p className="small muted" role="status">
        {said}
      </p>
    </Dialog>
  )
}
