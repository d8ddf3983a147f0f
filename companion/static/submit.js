/** Sends a form as its button would; Safari 15 has no requestSubmit. */
export function submit(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else if (form.reportValidity()) form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
}
