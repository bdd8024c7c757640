/* Creates a pie, taps it, and prints what was hit: ChartKernel from C.
 *
 *     cc examples/tap.c -lzmq -o tap
 *     chart-kernel serve --endpoint ipc:///tmp/chart.sock &
 *     ./tap ipc:///tmp/chart.sock
 *
 * Needs libzmq. C has no JSON: the requests are written as they are, and of the answers only what is looked for is found. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

/* Sends a request and returns its answer, which the caller frees; notifications, which have no id, are passed over. */
static char *call(void *socket, const char *request) {
  if (zmq_send(socket, request, strlen(request), 0) < 0) return NULL;
  for (;;) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    int size = zmq_msg_recv(&message, socket, 0);
    char *answer = size < 0 ? NULL : strndup(zmq_msg_data(&message), size);
    zmq_msg_close(&message);
    if (answer == NULL || strncmp(answer, "{\"jsonrpc\":\"2.0\",\"method\":", 26) != 0) return answer;
    free(answer);
  }
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s ENDPOINT\n", arguments[0]);
    return 2;
  }
  void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_DEALER);
  int linger = 1000; /* ms */
  zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
  char *query = arguments[1], *endpoint = strsep(&query, "?"), request[512]; /* ENDPOINT?token=TOKEN, over TCP */
  if (zmq_connect(socket, endpoint) != 0) {
    fprintf(stderr, "%s: %s\n", endpoint, zmq_strerror(zmq_errno()));
    return 1;
  }
  if (query != NULL) {
    snprintf(request, sizeof request, "{\"jsonrpc\": \"2.0\", \"id\": 0, \"method\": \"initialize\", \"params\": "
             "{\"protocolVersion\": \"1.0\", \"token\": \"%s\"}}", query + strlen("token="));
    free(call(socket, request));
  }
  char *created = call(socket, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"chart/create\", \"params\": "
                               "{\"chart\": \"c\", \"render\": false, \"spec\": {\"kind\": \"pie\", \"slices\": "
                               "[{\"label\": \"Rent\", \"value\": 25}, {\"label\": \"Food\", \"value\": 75}]}}}");
  char *tapped = call(socket, "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"chart/tap\", \"params\": "
                              "{\"chart\": \"c\", \"x\": 340, \"y\": 150, \"render\": false}}");
  char *label = tapped == NULL ? NULL : strstr(tapped, "\"label\":\"");
  if (label != NULL) printf("tapped: %.*s\n", (int)strcspn(label + 9, "\""), label + 9);
  else fprintf(stderr, "%s\n", tapped == NULL ? zmq_strerror(zmq_errno()) : tapped);
  free(created);
  free(tapped);
  zmq_close(socket);
  zmq_ctx_term(context);
  return label == NULL;
}
