import classes from './arches.module.css'

const radii = [680, 540, 410, 290]

/** Nested arches around the middle of the container. */
export function Arches() {
  return (
    <svg className={classes.arches} aria-hidden="true" focusable="false">
      {radii.map(radius => (
        <path key={radius} d={`M${-radius} 2000V0A${radius} ${radius} 0 0 1 ${radius} 0V2000Z`} />
      ))}
    </svg>
  )
}
