import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store'
import { useMemo, useSyncExternalStore } from 'react'

export interface Media {
  state: Partial<MediaState>
  togglePlay: () => void
  toggleMuted: () => void
  setVolume: (volume: number) => void
  toggleFullScreen: () => void
  togglePictureInPicture: () => void
}

export function useMedia(media: HTMLVideoElement, stage: HTMLElement): Media {
  const store = useMemo(
    () =>
      createMediaStore({
        media,
        fullscreenElement: stage,
        documentElement: document,
        // Stored in the player's own settings.
        options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
      }),
    [media, stage],
  )
  const state: Partial<MediaState> = useSyncExternalStore(store.subscribe, store.getState)
  const controls = useMemo(() => {
    const dispatch = (type: string, detail?: unknown) => store.dispatch({ type, detail })
    const now = (): Partial<MediaState> => store.getState()
    return {
      togglePlay: () => dispatch(now().mediaPaused === false ? 'mediapauserequest' : 'mediaplayrequest'),
      toggleMuted: () => dispatch(now().mediaMuted ? 'mediaunmuterequest' : 'mediamuterequest'),
      setVolume: (volume: number) => dispatch('mediavolumerequest', volume),
      toggleFullScreen: () =>
        dispatch(now().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
      togglePictureInPicture: () => dispatch(now().mediaIsPip ? 'mediaexitpiprequest' : 'mediaenterpiprequest'),
    }
  }, [store])
  return { state, ...controls }
}
