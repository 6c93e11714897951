import { useMemo } from 'react'
import { drawCover } from './cover-drawing.ts'

/** The course picture, or a drawing if there is none. It fills its box, so that the layout does not shift when the picture loads. */
export function CourseCover({
  picture,
  ...drawing
}: {
  picture: { url: string; width: number; height: number } | null
  slug: string
  className?: string | undefined
}) {
  if (!picture) return <Cover {...drawing} />
  return (
    <img
      src={picture.url}
      width={picture.width}
      height={picture.height}
      alt=""
      loading="lazy"
      decoding="async"
      className={drawing.className}
      style={{ objectFit: 'cover' }}
    />
  )
}

interface Props {
  slug: string
  tall?: boolean
  className?: string | undefined
}

/**
 * The generated picture of a course, lab or bundle. It is decoration, so screen readers skip it.
 * `tall` crops it around the summit, for a box that is higher than wide.
 */
export function Cover({ slug, tall = false, className }: Props) {
  const { hue, lines, summit, trail } = useMemo(() => drawCover(slug), [slug])
  const x = summit.x.toFixed(1)
  const y = summit.y.toFixed(1)
  return (
    <svg
      viewBox={tall ? `${summit.x - 80} 0 160 136` : '0 0 400 136'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <rect width="400" height="136" fill={`hsl(${hue} 38% 13%)`} />
      {lines.map((line, index) => (
        <path
          key={line}
          d={line}
          fill={`hsl(${hue} 60% 50% / 0.035)`}
          stroke={`hsl(${hue} 60% 62%)`}
          strokeOpacity={(0.9 - index * 0.055).toFixed(2)}
          strokeWidth={index % 4 === 0 ? 1.6 : 1}
        />
      ))}
      <path
        d={trail}
        fill="none"
        stroke={`hsl(${hue} 80% 84%)`}
        strokeWidth="1.6"
        strokeDasharray="1 6"
        strokeLinecap="round"
      />
      <path d={`M${x} ${y}v-19`} stroke={`hsl(${hue} 80% 92%)`} strokeWidth="1.8" strokeLinecap="round" />
      <path d={`M${x} ${y}m0.9 -18.2h12l-3 3.9 3 3.9h-12z`} fill={`hsl(${hue} 85% 72%)`} />
    </svg>
  )
}
