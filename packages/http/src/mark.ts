import { Html } from '@atrium/core/html'

/** The product's mark, an arch with light in its door; it has its own colours, so it stands alone too. */
export const mark = new Html(
  '<svg class="mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">' +
    '<rect width="32" height="32" rx="9" fill="#3357e6"/>' +
    '<path d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/>' +
    '<path d="M12.4 25v-8.4a3.6 3.6 0 0 1 7.2 0V25a1.3 1.3 0 0 1-1.3 1.3h-4.6A1.3 1.3 0 0 1 12.4 25Z" fill="#ffc24b"/></svg>',
)
