import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@atrium/ui/icons'
import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './lightbox.module.css'

interface LightboxProps {
  images: { address: string; name: string }[]
  /** The address of the one that is shown first. */
  opened: string
  onClose: () => void
}

const SWIPE_PIXELS = 60

/** Images over the whole window: arrow keys or swipes lead to the next, a click or Enter shows the full size. */
export function Lightbox({ images, opened, onClose }: LightboxProps) {
  const { t } = useTranslation()
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      images.findIndex(({ address }) => address === opened),
    ),
  )
  const [isLarge, setIsLarge] = useState(false)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    // After the focus trap is removed.
    return () => void setTimeout(() => opener instanceof HTMLElement && opener.focus())
  }, [opener])
  const swipe = useRef<number>(null)
  const image = images[index]

  const show = (next: number) => {
    if (!images[next]) return
    setIndex(next)
    setIsLarge(false)
  }
  // On the window: the focus may still be on its way here.
  useWindowEvent('keydown', event => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: images.length - 1 }[event.key]
    if (next === undefined || isLarge) return
    event.preventDefault()
    show(next)
  })
  const release = (event: PointerEvent) => {
    const moved = event.clientX - (swipe.current ?? event.clientX)
    swipe.current = null
    if (Math.abs(moved) > SWIPE_PIXELS && !isLarge) show(index + (moved < 0 ? 1 : -1))
  }
  if (!image) return null
  return (
    <Modal.Root opened onClose={onClose} fullScreen zIndex={320} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={image.name || t('tasks.lightbox.image')} className={classes.content}>
        <Group className={classes.bar} gap="xs" wrap="nowrap">
          <Text size="sm" truncate flex={1}>
            {image.name}
          </Text>
          {images.length > 1 && (
            <Text size="sm" role="status">
              {t('tasks.lightbox.position', { number: index + 1, count: images.length })}
            </Text>
          )}
          <ActionIcon
            component="a"
            href={image.address}
            download={image.name}
            variant="subtle"
            color="gray.0"
            aria-label={t('tasks.attachments.download', { name: image.name })}
          >
            <IconDownload size={18} />
          </ActionIcon>
          <IconButton
            icon={IconX}
            iconSize={20}
            label={t('actions.close')}
            color="gray.0"
            onClick={onClose}
            data-autofocus
          />
        </Group>
        <div
          className={classes.stage}
          data-large={isLarge || undefined}
          onPointerDown={event => {
            swipe.current = event.pointerType === 'touch' ? event.clientX : null
          }}
          onPointerUp={release}
        >
          <button
            type="button"
            className={classes.picture}
            aria-pressed={isLarge}
            aria-label={t('tasks.lightbox.zoom')}
            onClick={() => setIsLarge(!isLarge)}
          >
            <img src={image.address} alt={image.name} />
          </button>
        </div>
        {images.length > 1 && (
          <>
            <Step
              label={t('tasks.lightbox.previous')}
              side="left"
              isPossible={index > 0}
              onClick={() => show(index - 1)}
            />
            <Step
              label={t('tasks.lightbox.next')}
              side="right"
              isPossible={index < images.length - 1}
              onClick={() => show(index + 1)}
            />
          </>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

interface StepProps {
  label: string
  side: 'left' | 'right'
  isPossible: boolean
  onClick: () => void
}

function Step({ label, side, isPossible, onClick }: StepProps) {
  return (
    <ActionIcon
      className={classes.step}
      data-side={side}
      size="xl"
      radius="xl"
      variant="filled"
      color="dark"
      aria-label={label}
      disabled={!isPossible}
      onClick={onClick}
    >
      {side === 'left' ? <IconChevronLeft /> : <IconChevronRight />}
    </ActionIcon>
  )
}
