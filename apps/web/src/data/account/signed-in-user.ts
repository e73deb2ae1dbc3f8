/**
 * Who is signed in, from the cookie that the server sets with the session. It is there before the server answers, and
 * missing if the installation keeps nothing in browsers.
 */
export function signedInUser() {
  const id = document.cookie.match(/(?:^|; )app_user=(\d+)/)?.[1]
  return id === undefined ? undefined : Number(id)
}
