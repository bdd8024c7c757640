;;; chart-kernel-rpc.el --- Talk to ChartKernel  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The program, and connections to it: JSON-RPC over the standard input and
;; output of `chart-kernel stdio'.  Of buffers, windows and pictures this file
;; knows nothing.

;;; Code:

(require 'cl-lib)
(require 'eieio)
(require 'jsonrpc)
(require 'subr-x)

(defgroup chart-kernel nil
  "Interactive charts, described in YAML or JSON."
  :group 'tools)

(defcustom chart-kernel-program "chart-kernel"
  "The program, as a name on the path or a file name."
  :type 'string)

(defcustom chart-kernel-data-directories nil
  "Directories below which charts may read data files.
A chart's own directory always belongs to them."
  :type '(repeat directory))

(defconst chart-kernel-time-limit 20
  "Seconds after which a request counts as failed.")

(define-error 'chart-kernel-error "ChartKernel")

;;; Connections

(defclass chart-kernel-connection (jsonrpc-process-connection)
  ((endpoint
    :initarg :endpoint :initform nil :reader chart-kernel-endpoint
    :documentation "Of the running kernel that this connection joins; nil for a kernel of its own.")
   (session
    :initarg :session :initform "default" :accessor chart-kernel-session
    :documentation "The session whose charts the requests are about.")
   (methods
    :initform nil :accessor chart-kernel--methods
    :documentation "What `rpc.discover' told; nil before it was asked."))
  :documentation "A connection to ChartKernel.")

(defvar chart-kernel-notification-functions nil
  "Called with a connection, a method (a symbol) and parameters (a plist).
That is what the kernel tells of charts that anybody made or changed.")

(defvar chart-kernel-closed-functions nil
  "Called with a connection after it has ended.")

(defvar chart-kernel--count 0 "How many connections there were.")

(defun chart-kernel-connect (directory &optional endpoint session)
  "Start a kernel in DIRECTORY, or join the one at ENDPOINT.
That may end with the kernel's token, as in `tcp://HOST:PORT?token=...'.
Requests are about SESSION, the kernel's default one if nil.
Return a `chart-kernel-connection'."
  (unless (executable-find chart-kernel-program)
    (user-error "There is no program %s; customize `chart-kernel-program'" chart-kernel-program))
  (let* ((name (format "chart-kernel-%d" (cl-incf chart-kernel--count)))
         ;; Others can see a command, and not its environment.
         (address (and endpoint (split-string endpoint "\\?token=")))
         (process-environment (if (cdr address)
                                  (cons (concat "CHART_KERNEL_TOKEN=" (cadr address)) process-environment)
                                process-environment))
         ;; The program runs here, even if the chart is elsewhere.
         (default-directory (file-name-as-directory
                             (expand-file-name (if (file-remote-p directory) temporary-file-directory directory))))
         (arguments (append (list "stdio")
                            (and endpoint (list "--connect" (car address)))
                            (and (not endpoint) (chart-kernel--allowing default-directory)))))
    (let ((connection
           (make-instance
            'chart-kernel-connection
            :name name :endpoint endpoint :session (or session "default")
            ;; Logging every picture, formatted, would make Emacs slow.
            :events-buffer-scrollback-size 0
            :notification-dispatcher
            (lambda (connection method params)
              (run-hook-with-args 'chart-kernel-notification-functions connection method params))
            :on-shutdown
            (lambda (connection)
              (run-hook-with-args 'chart-kernel-closed-functions connection))
            :process
            (lambda ()
              (make-process
               :name name :command (cons chart-kernel-program arguments)
               :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
               ;; jsonrpc expects this name.
               :stderr (get-buffer-create (format "*%s stderr*" name)))))))
      (chart-kernel-tell-theme connection)
      connection)))

(defun chart-kernel-tell-theme (connection)
  "Subscribe over CONNECTION, for pictures that go with a light or dark frame."
  (chart-kernel-call connection "session/subscribe"
                     (list :render :json-false
                           :theme (if (eq (frame-parameter nil 'background-mode) 'dark) "dark" "light"))
                     #'ignore #'ignore))

(defun chart-kernel--allowing (directory)
  "The arguments that let charts read data below DIRECTORY and others."
  (mapcan (lambda (each) (list "--allow" (directory-file-name (expand-file-name each))))
          (cons directory chart-kernel-data-directories)))

(defun chart-kernel-disconnect (connection)
  "End CONNECTION, and the kernel if it is this connection's own."
  (when (jsonrpc-running-p connection)
    (let ((inhibit-message t))
      (jsonrpc-shutdown connection t))))

(defun chart-kernel-error-log (connection)
  "What the kernel of CONNECTION wrote to its standard error."
  (let ((buffer (jsonrpc-stderr-buffer connection)))
    (if (buffer-live-p buffer)
        (with-current-buffer buffer (string-trim (buffer-string)))
      "")))

;;; Requests

(defun chart-kernel--params (connection method params)
  "The parameters PARAMS of METHOD, with the session of CONNECTION."
  (cond ((vectorp params) params)
        ((hash-table-p params) params)
        ((and (string-prefix-p "chart/" method) (not (plist-member params :session)))
         (append params (list :session (chart-kernel-session connection))))
        ((member method '("session/subscribe" "session/info" "session/export"))
         (append params (list :session (chart-kernel-session connection))))
        ;; An empty plist would be sent as null.
        (t (or params (make-hash-table)))))

(defun chart-kernel-call (connection method params success &optional failure)
  "Send a request over CONNECTION, and go on.
METHOD is its name, PARAMS a plist; the session need not be among
them.  SUCCESS is called with the result later, or FAILURE with a
plist that has :code, :message and :data; without FAILURE the
message is shown.  Null is nil and false `:json-false'."
  (let ((failure (or failure (lambda (fault) (message "Chart: %s" (plist-get fault :message))))))
    (condition-case fault
        (jsonrpc-async-request
         connection (intern method) (chart-kernel--params connection method params)
         :success-fn success
         :error-fn failure
         :timeout chart-kernel-time-limit
         :timeout-fn (lambda () (funcall failure (list :code -1 :message (format "%s: no answer" method)))))
      ;; It may also end just now.
      (error (funcall failure (list :code -1 :message (if (jsonrpc-running-p connection)
                                                          (error-message-string fault)
                                                        "The kernel is not running")))))))

(defun chart-kernel-request (connection method &optional params)
  "Send a request over CONNECTION and return its result.
METHOD and PARAMS are as in `chart-kernel-call'.  If it fails,
signal `chart-kernel-error' with the message, the code and the
data."
  ;; `jsonrpc-request' leaves the process filter by `throw', whereby a message
  ;; that came along with the answer lies around until the next one comes.
  (let ((end (+ (float-time) chart-kernel-time-limit 1)) outcome)
    (chart-kernel-call connection method params
                       (lambda (result) (setq outcome (list t result)))
                       (lambda (fault) (setq outcome (list nil fault))))
    (while (and (not outcome) (< (float-time) end))
      (accept-process-output nil 0.05))
    (pcase outcome
      (`(t ,result) result)
      (`(nil ,fault)
       (signal 'chart-kernel-error
               (list (plist-get fault :message) (plist-get fault :code) (plist-get fault :data))))
      (_ (signal 'chart-kernel-error (list "No answer" -1 nil))))))

(defun chart-kernel-methods (connection)
  "The methods that the kernel of CONNECTION has, according to `rpc.discover'."
  (or (chart-kernel--methods connection)
      (setf (chart-kernel--methods connection)
            (append (plist-get (chart-kernel-request connection "rpc.discover") :methods) nil))))

(defun chart-kernel-charts (connection)
  "The charts of the session of CONNECTION: plists with :chart, :kind and :title."
  (append (plist-get (chart-kernel-request connection "session/info") :charts) nil))

(defun chart-kernel-chart-ids (connection)
  "The ids of the charts in the session of CONNECTION."
  (mapcar (lambda (chart) (plist-get chart :chart)) (chart-kernel-charts connection)))

(defun chart-kernel-servers ()
  "The kernels and servers of yours that run: a list of plists with :endpoint."
  (with-temp-buffer
    (when (eql 0 (ignore-errors (call-process chart-kernel-program nil '(t nil) nil "list" "--json")))
      (goto-char (point-min))
      (append (json-parse-buffer :object-type 'plist) nil))))

;;; Still pictures, without a connection

(defun chart-kernel-render (text directory &rest options)
  "Draw the chart that TEXT describes, and return the SVG.
Data are read from below DIRECTORY.  OPTIONS are strings for the
command line.  If TEXT is at fault, signal `chart-kernel-error'
with the message, nil and a plist with :line and :column."
  (let ((default-directory (file-name-as-directory (expand-file-name directory)))
        (coding-system-for-read 'utf-8-unix)
        (coding-system-for-write 'utf-8-unix)
        (faults (make-temp-file "chart-kernel")))
    (unwind-protect
        (with-temp-buffer
          (let ((status (apply #'call-process-region text nil chart-kernel-program nil
                               (list t faults) nil "render" "-"
                               (append (chart-kernel--allowing default-directory) options))))
            (if (eql status 0)
                (buffer-string)
              (erase-buffer)
              (insert-file-contents faults)
              (signal 'chart-kernel-error (chart-kernel--fault (string-trim (buffer-string)))))))
      (delete-file faults))))

(defun chart-kernel--fault (text)
  "The data of the error that the program told as TEXT."
  (if (string-match "\\`[^\n]*?:\\([0-9]+\\):\\([0-9]+\\): \\(?:error: \\)?\\([^z-a]*\\)" text)
      (list (match-string 3 text) nil
            (list :line (string-to-number (match-string 1 text))
                  :column (string-to-number (match-string 2 text))
                  :reason (match-string 3 text)))
    (list text nil nil)))

(provide 'chart-kernel-rpc)
;;; chart-kernel-rpc.el ends here
