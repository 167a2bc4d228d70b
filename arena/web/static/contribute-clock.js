// A worker that waits: in a page behind others timers may sleep for a minute, here they do not.
onmessage = ({ data }) => setTimeout(() => postMessage(null), data);
