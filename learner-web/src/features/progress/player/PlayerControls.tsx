import type { VideoUrl } from '@flagyard/api-types'
import { Dialog } from '@flagyard/ui/Dialog'
import { Icon } from '@flagyard/ui/Icon'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { formatSeconds } from '../../../lib/format.ts'
import * as t from '../../../messages/en/progress.ts'
import { LetterKeysChoice } from '../../../shell/LetterKeys.tsx'
import type { NextLesson } from '../lesson-player.ts'
import type { Interval } from '../watch-tracker.ts'
import { Control, Volume } from './Control.tsx'
import { chapterAt, chaptersOf, chosenCaptions, useCaptionText } from './captions.ts'
import styles from './Player.module.css'
import { PlayerSettings } from './PlayerSettings.tsx'
import { KEY_MAP, runKeyAction, usePlayerKeys } from './player-keys.ts'
import { Scrubber } from './Scrubber.tsx'
import { changePlayerSettings, playerSettingsAtom, SPEEDS } from './settings.ts'
import { UpNext } from './UpNext.tsx'
import { type Media, useMedia } from './useMedia.ts'

export interface ControlsProps {
  video: HTMLVideoElement
  stage: HTMLElement
  source: VideoUrl
  /** Expected duration in seconds, used until the video's metadata is loaded. */
  duration: number
  intervals: readonly Interval[]
  upNext: NextLesson | undefined
  onSeek: (second: number) => void
}

/** Custom video controls, below the picture so that they never cover it. */
export default function PlayerControls({ video, stage, source, intervals, upNext, onSeek, ...props }: ControlsProps) {
  const media = useMedia(video, stage)
  const settings = useAtomValue(playerSettingsAtom)
  const [keysShown, setKeysShown] = useState(false)
  const chapters = chaptersOf(source)
  const lang = chosenCaptions(source.captions, settings)?.lang
  const caption = useCaptionText(video, lang)
  const { mediaCurrentTime: position = 0, mediaPaused = true, mediaEnded = false } = media.state
  const duration = video.duration > 0 && Number.isFinite(video.duration) ? video.duration : props.duration
  usePlayerKeys(stage, (action) =>
    runKeyAction(action, {
      media,
      video,
      duration,
      onSeek,
      showKeys: () => setKeysShown(true),
      captions: source.captions,
    }),
  )
  usePictureClicks(video, media)
  return (
    <>
      {mediaPaused && !media.state.mediaHasPlayed && (
        <span className={styles.begin} aria-hidden="true">
          <Icon name="play" size={36} />
        </span>
      )}
      {upNext && <UpNext next={upNext} ended={mediaEnded} stage={stage} />}
      {lang !== undefined && (
        <p className={settings.captionsInPicture ? styles.captionIn : styles.captionUnder} lang={lang}>
          {caption && <span>{caption}</span>}
        </p>
      )}
      <div className={styles.controls}>
        <Scrubber
          video={video}
          position={position}
          duration={duration}
          chapters={chapters}
          intervals={intervals}
          onSeek={onSeek}
        />
        <div className={styles.bar}>
          <Control
            icon={mediaPaused ? 'play' : 'pause'}
            label={mediaPaused ? t.play : t.pause}
            onClick={media.togglePlay}
          />
          <span className={styles.wide}>
            <Control
              icon="rewind"
              label={t.tenSecondsBack}
              onClick={() => onSeek(Math.max(0, video.currentTime - 10))}
            />
            <Control
              icon="forward"
              label={t.tenSecondsForward}
              onClick={() => onSeek(Math.min(duration, video.currentTime + 10))}
            />
          </span>
          <Volume media={media} />
          <span className={styles.time}>
            {formatSeconds(position)} <span className={styles.total}>/ {formatSeconds(duration)}</span>
          </span>
          <span className={styles.chapterName}>{chapterAt(chapters, position)?.title}</span>
          {source.captions.length > 0 && (
            <Control
              icon="captions"
              label={t.captions}
              pressed={settings.captions}
              onClick={() => changePlayerSettings({ captions: !settings.captions })}
            />
          )}
          <select
            className={styles.speed}
            aria-label={t.speed}
            value={settings.speed}
            onChange={(event) => changePlayerSettings({ speed: Number(event.currentTarget.value) })}
          >
            {SPEEDS.map((value) => (
              <option key={value} value={value}>
                {value}×
              </option>
            ))}
          </select>
          <PlayerSettings captions={source.captions} lang={lang} onKeys={() => setKeysShown(true)} />
          {media.state.mediaPipUnavailable === undefined && (
            <span className={styles.wide}>
              <Control
                icon="pictureInPicture"
                label={t.pictureInPicture}
                pressed={media.state.mediaIsPip === true}
                onClick={media.togglePictureInPicture}
              />
            </span>
          )}
          {media.state.mediaFullscreenUnavailable === undefined && (
            <Control
              icon={media.state.mediaIsFullscreen ? 'shrink' : 'expand'}
              label={media.state.mediaIsFullscreen ? t.leaveFullScreen : t.fullScreen}
              onClick={media.toggleFullScreen}
            />
          )}
        </div>
      </div>
      <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </>
  )
}

/** A click on the picture plays or pauses, a double click toggles full screen. Keyboard users have the buttons and shortcuts. */
function usePictureClicks(video: HTMLVideoElement, { togglePlay, toggleFullScreen }: Media): void {
  useEffect(() => {
    video.addEventListener('click', togglePlay)
    video.addEventListener('dblclick', toggleFullScreen)
    return () => {
      video.removeEventListener('click', togglePlay)
      video.removeEventListener('dblclick', toggleFullScreen)
    }
  }, [video, togglePlay, toggleFullScreen])
}

/** List of keyboard shortcuts. Users of speech input, or who press keys by accident, can limit them to the focused player. */
function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={t.keyboardShortcuts} onClose={onClose}>
      <dl className={styles.keys}>
        {KEY_MAP.map(({ keys, action }) => (
          <div key={action}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <LetterKeysChoice label={t.shortcutsEverywhere} />
    </Dialog>
  )
}
