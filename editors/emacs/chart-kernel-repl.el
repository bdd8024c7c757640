;;; chart-kernel-repl.el --- Type charts, see them  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer into which charts (YAML or JSON), commands (%tap spending 320 80)
;; and JSON-RPC requests are typed, and which shows pictures where they belong:
;; below what made them.  The commands are the methods of `rpc.discover', under
;; the names that they have in notebooks.

;;; Code:

(require 'cl-lib)
(require 'comint)
(require 'json)
(require 'subr-x)
(require 'chart-kernel-preview)
(require 'chart-kernel-rpc)
(require 'chart-kernel)

(defvar chart-kernel-repl-prompt "chart> " "What stands before each input.")

(defvar-local chart-kernel-repl--connection nil "The connection of this REPL.")
(defvar-local chart-kernel-repl--is-own nil "Whether the connection is for this REPL alone.")

;;; Commands

(defconst chart-kernel-repl--aliases
  '(("show" . "chart/render") ("charts" . "chart/list") ("connect" . "session/info")
    ("sessions" . "session/list") ("open" . "session/open") ("close" . "session/close"))
  "Names of commands that say more than their methods' last part.")

(defun chart-kernel-repl--commands ()
  "The commands: an alist from names to methods."
  (let (commands)
    (dolist (method (chart-kernel-methods chart-kernel-repl--connection))
      (let* ((name (plist-get method :name))
             (alias (car (rassoc name chart-kernel-repl--aliases))))
        (cond (alias (push (cons alias method) commands))
              ((string-prefix-p "chart/" name) (push (cons (substring name 6) method) commands)))))
    (nreverse commands)))

(defun chart-kernel-repl--command (name)
  "The method that the command NAME stands for."
  (or (cdr (assoc name (chart-kernel-repl--commands)))
      (cl-find-if (lambda (method) (member (plist-get method :name) (list name (concat "chart/" name))))
                  (chart-kernel-methods chart-kernel-repl--connection))
      (signal 'chart-kernel-error (list (format "There is no command %%%s; try %%help" name)))))

(defun chart-kernel-repl--parameters (method)
  "The parameters of METHOD that are typed: not the session, not whether to draw."
  (cl-remove-if (lambda (parameter) (member (plist-get parameter :name) '("session" "render")))
                (append (plist-get method :params) nil)))

(defun chart-kernel-repl--usage (name method)
  "How the command NAME, which is METHOD, is typed."
  (string-join
   (cons (concat "%" name)
         (mapcar (lambda (parameter)
                   (format (if (eq (plist-get parameter :required) t) "%s" "[%s]")
                           (plist-get parameter :name)))
                 (chart-kernel-repl--parameters method)))
   " "))

(defun chart-kernel-repl--help (name)
  "What the command NAME does, or a list of all if NAME is nil."
  (if name
      (let ((method (chart-kernel-repl--command name)))
        (string-join
         (append (list (chart-kernel-repl--usage name method) (plist-get method :summary))
                 (and (plist-get method :description) (list (plist-get method :description)))
                 (mapcar (lambda (parameter)
                           (format "  %-10s %s" (plist-get parameter :name)
                                   (or (plist-get parameter :description) "")))
                         (chart-kernel-repl--parameters method)))
         "\n"))
    (mapconcat (lambda (command)
                 (format "%-40s %s" (chart-kernel-repl--usage (car command) (cdr command))
                         (plist-get (cdr command) :summary)))
               (chart-kernel-repl--commands) "\n")))

(defun chart-kernel-repl--arguments (text)
  "The arguments in TEXT: a list of (NAME-OR-NIL . VALUE)."
  (with-temp-buffer
    (insert text)
    (goto-char (point-min))
    (let (arguments)
      (while (progn (skip-chars-forward " \t\n") (not (eobp)))
        (let ((name (when (looking-at "\\([[:alpha:]]+\\)=")
                      (goto-char (match-end 0))
                      (match-string 1))))
          (push (cons name
                      (if (looking-at "[\"{[]")
                          (json-parse-buffer :null-object nil :false-object :json-false)
                        (let ((start (point)))
                          (skip-chars-forward "^ \t\n")
                          (chart-kernel-repl--word (buffer-substring start (point))))))
                arguments)))
      (nreverse arguments))))

(defun chart-kernel-repl--word (word)
  "The value that WORD stands for: a number, a truth, null, or itself."
  (condition-case nil
      (json-parse-string word :null-object nil :false-object :json-false)
    (error word)))

(defun chart-kernel-repl--params (method arguments)
  "The params of METHOD that ARGUMENTS stand for, as a hash table."
  (let* ((params (make-hash-table :test #'equal))
         (names (mapcar (lambda (parameter) (plist-get parameter :name))
                        (chart-kernel-repl--parameters method)))
         (required (mapcar (lambda (parameter) (plist-get parameter :name))
                           (cl-remove-if-not (lambda (parameter) (eq (plist-get parameter :required) t))
                                             (chart-kernel-repl--parameters method))))
         (given (delq nil (mapcar #'car arguments)))
         (positional (cl-remove-if (lambda (name) (member name given)) names)))
    (puthash "session" (chart-kernel-session chart-kernel-repl--connection) params)
    ;; Where there is only one chart it need not be named.
    (when (and (equal (car required) "chart") (equal (car positional) "chart"))
      (let ((charts (chart-kernel-chart-ids chart-kernel-repl--connection))
            (first (cdr (cl-find nil arguments :key #'car))))
        (when (and charts (null (cdr charts)) (not (equal first (car charts)))
                   (or (null first) (not (stringp first)) (cdr names)))
          (puthash "chart" (car charts) params)
          (pop positional))))
    (dolist (argument arguments)
      (let ((name (or (car argument) (pop positional))))
        (unless (member name names)
          (signal 'chart-kernel-error
                  (list (format "%s takes no %s" (plist-get method :name) (or (car argument) (cdr argument))))))
        (puthash name (cdr argument) params)))
    (unless (cl-some (lambda (parameter) (equal (plist-get parameter :name) "session"))
                     (append (plist-get method :params) nil))
      (remhash "session" params))
    params))

;;; Evaluation

(defun chart-kernel-repl--send (process input)
  "Evaluate INPUT, and write what comes of it to PROCESS's buffer."
  (let* ((input (string-trim-right input))
         (output (condition-case fault
                     (chart-kernel-repl--evaluate input)
                   (chart-kernel-error (propertize (chart-kernel-repl--fault (cdr fault) input) 'face 'error))
                   (json-error (propertize (format "This is no JSON: %s" (error-message-string fault))
                                           'face 'error)))))
    (comint-output-filter
     process (concat output (unless (member output '("" nil)) "\n") chart-kernel-repl-prompt))))

(defun chart-kernel-repl--fault (fault input)
  "FAULT, of `chart-kernel-error', in words, with the line of INPUT that it is in."
  (pcase-let* ((`(,message ,_ ,data) fault)
               (line (plist-get data :line)) (column (plist-get data :column)))
    (if (not (and line column))
        message
      (format "Line %d, column %d: %s\n%s\n%s^" line column message
              (or (nth (1- line) (split-string input "\n")) "")
              (make-string (1- column) ?\s)))))

(defun chart-kernel-repl--evaluate (input)
  "Evaluate INPUT; return what is to be shown."
  (let ((connection chart-kernel-repl--connection))
    (cond ((string-blank-p input) "")
          ((string-match "\\`[ \t]*%help[ \t]*\\'" input) (chart-kernel-repl--help nil))
          ((string-match "\\`[ \t]*%help[ \t]+%?\\([^ \t\n]+\\)" input)
           (chart-kernel-repl--help (match-string 1 input)))
          ((string-match "\\`[ \t]*%\\([^ \t\n]+\\)" input)
           (let* ((rest (substring input (match-end 0)))
                  (method (chart-kernel-repl--command (match-string 1 input))))
             (chart-kernel-repl--output
              (chart-kernel-request
               connection (plist-get method :name)
               (chart-kernel-repl--params method (chart-kernel-repl--arguments rest))))))
          ((string-match "\\`[ \t\n]*{[^z-a]*\"method\"" input)
           (let ((request (json-parse-string input :null-object nil :false-object :json-false)))
             (chart-kernel-repl--output
              (chart-kernel-request connection (gethash "method" request)
                                    (or (gethash "params" request) (make-hash-table))))))
          (t (chart-kernel-repl--output
              (chart-kernel-request connection "chart/edit" (list :text input)))))))

(defun chart-kernel-repl--output (result)
  "RESULT of a method as text with a picture."
  (let* ((display (plist-get result :display))
         (svg (or (plist-get display :image/svg+xml) (plist-get result :svg)))
         (image (and svg (chart-kernel-repl--image svg))))
    (string-join
     (delq nil
           (append
            (mapcar (lambda (warning) (concat "Warning: " warning)) (plist-get result :warnings))
            (list (chart-kernel-result-words result)
                  (cond (image (propertize " " 'display image 'rear-nonsticky t))
                        (display (plist-get display :text/plain))
                        (svg svg)
                        (result (chart-kernel-repl--pretty result))
                        (t "Done.")))))
     "\n")))

(defun chart-kernel-repl--image (svg)
  "SVG as an image with room for the prompt below it."
  (let ((window (get-buffer-window nil t)))
    (chart-kernel-image svg (and window (window-body-width window t))
                        (and window (max 120 (- (window-body-height window t) (* 5 (frame-char-height))))))))

(defun chart-kernel-repl--pretty (value)
  "VALUE as JSON for people."
  (with-temp-buffer
    (insert (json-serialize value :null-object nil :false-object :json-false))
    (json-pretty-print-buffer)
    (buffer-string)))

;;; The buffer

(defun chart-kernel-repl--input ()
  "The bounds of what is being typed."
  (cons (process-mark (get-buffer-process (current-buffer))) (point-max)))

(defun chart-kernel-repl--complete-p (input)
  "Whether INPUT can be evaluated as it is.
Charts in YAML end with an empty line, or with their last bracket."
  (or (string-blank-p input)
      (string-match-p "\\`[ \t]*%" input)
      (string-match-p "\n[ \t]*\\'" input)
      (and (string-match-p "\\`[ \t\n]*[[{]" input)
           (with-temp-buffer
             (set-syntax-table chart-kernel-mode-syntax-table)
             (insert input)
             (let ((state (syntax-ppss)))
               (and (zerop (nth 0 state)) (not (nth 3 state))))))))

(defun chart-kernel-repl-return ()
  "Evaluate what was typed, or begin a new line if it is not all yet."
  (interactive nil chart-kernel-repl-mode)
  (pcase-let ((`(,beg . ,end) (chart-kernel-repl--input)))
    (if (or (< (point) beg)
            (chart-kernel-repl--complete-p (buffer-substring-no-properties beg end)))
        (comint-send-input)
      (goto-char (point-max))
      (newline)
      (chart-kernel-indent-line))))

(defun chart-kernel-repl-complete ()
  "What can be typed at point, for `completion-at-point-functions'."
  (pcase-let ((`(,beg . ,end) (chart-kernel-repl--input)))
    (when (>= (point) beg)
      (save-excursion
        (let ((here (point)) (start (progn (skip-chars-backward "^ \t\n=" beg) (point))))
          (goto-char beg)
          (cond ((and (looking-at "[ \t]*%") (<= here (save-excursion (skip-chars-forward "^ \t\n") (point))))
                 (list start end (mapcar (lambda (command) (concat "%" (car command)))
                                         (cons '("help") (chart-kernel-repl--commands)))))
                ((looking-at "[ \t]*%\\([^ \t\n]+\\)")
                 (list start end (chart-kernel-repl--argument-words (match-string 1) here)))
                (t (goto-char here) (chart-kernel-completion beg end))))))))

(defun chart-kernel-repl--argument-words (command position)
  "What an argument of COMMAND that is typed at POSITION may be."
  (if (equal command "help")
      (mapcar #'car (chart-kernel-repl--commands))
    (when-let ((method (ignore-errors (chart-kernel-repl--command command))))
      (let* ((parameters (chart-kernel-repl--parameters method))
             (key (save-excursion
                    (goto-char position)
                    (and (re-search-backward "[ \t]\\([[:alpha:]]+\\)=[^ \t\n]*\\=" (line-beginning-position) t)
                         (match-string-no-properties 1))))
             (index (1- (length (split-string (buffer-substring-no-properties (point) position) "[ \t]+"))))
             (parameter (if key
                            (cl-find key parameters :test #'equal :key (lambda (each) (plist-get each :name)))
                          (nth (1- index) parameters))))
        (append (if (equal (plist-get parameter :name) "chart")
                    (chart-kernel-chart-ids chart-kernel-repl--connection)
                  (append (plist-get (plist-get parameter :schema) :enum) nil))
                (unless key
                  (mapcar (lambda (each) (concat (plist-get each :name) "=")) parameters)))))))

(defun chart-kernel-repl-eldoc (callback &rest _)
  "Tell CALLBACK how the command at point is typed, or what a key means."
  (pcase-let ((`(,beg . ,end) (chart-kernel-repl--input)))
    (when (>= (point) beg)
      (if (save-excursion (goto-char beg) (looking-at "[ \t]*%\\([^ \t\n]+\\)"))
          (when-let* ((name (match-string-no-properties 1))
                      (method (ignore-errors (chart-kernel-repl--command name))))
            (funcall callback (plist-get method :summary)
                     :thing (chart-kernel-repl--usage name method)
                     :face 'font-lock-function-name-face)
            t)
        (when-let ((documentation (chart-kernel-documentation beg end)))
          (funcall callback (cdr documentation)
                   :thing (car documentation) :face 'font-lock-variable-name-face)
          t)))))

(defvar chart-kernel-repl-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map comint-mode-map)
    (define-key map (kbd "RET") #'chart-kernel-repl-return)
    (define-key map (kbd "C-c RET") #'comint-send-input)
    (define-key map (kbd "TAB") #'completion-at-point)
    map)
  "Keys of REPLs.")

(define-derived-mode chart-kernel-repl-mode comint-mode "Chart-REPL"
  "Type a chart, a command such as %tap spending 320 80, or a request.
\\<chart-kernel-repl-mode-map>
\\[chart-kernel-repl-return] evaluates commands and whole JSON texts at once, and YAML behind an
empty line; \\[comint-send-input] evaluates whatever there is.  %help lists the
commands.

\\{chart-kernel-repl-mode-map}"
  :syntax-table chart-kernel-mode-syntax-table
  (setq-local comint-prompt-regexp (concat "^" (regexp-quote chart-kernel-repl-prompt)))
  (setq-local comint-prompt-read-only t)
  (setq-local comint-input-sender #'chart-kernel-repl--send)
  (setq-local comint-process-echoes nil)
  (setq-local comint-inhibit-carriage-motion t)
  (setq-local mode-line-process nil)
  ;; So that a picture is not scrolled away by the prompt below it.
  (setq-local scroll-conservatively 101)
  (setq-local indent-tabs-mode nil)
  (setq-local completion-at-point-functions '(chart-kernel-repl-complete))
  (add-hook 'eldoc-documentation-functions #'chart-kernel-repl-eldoc nil t)
  (add-hook 'kill-buffer-hook #'chart-kernel-repl--killed nil t))

(defun chart-kernel-repl--killed ()
  "End the connection if it is for this REPL alone."
  (when (and chart-kernel-repl--is-own chart-kernel-repl--connection)
    (chart-kernel-disconnect chart-kernel-repl--connection)))

;;;###autoload
(defun chart-kernel-repl ()
  "Type charts and commands, and see what they do.
From a chart's buffer, the commands are about its charts."
  (interactive)
  (let* ((shared (and (derived-mode-p 'chart-kernel-mode) (chart-kernel--connection)))
         (name (if shared (format "*chart REPL: %s*" (buffer-name)) "*chart REPL*"))
         (directory default-directory)
         (buffer (get-buffer-create name)))
    (with-current-buffer buffer
      (unless (derived-mode-p 'chart-kernel-repl-mode)
        (setq default-directory directory)
        (chart-kernel-repl-mode))
      (unless (and chart-kernel-repl--connection (jsonrpc-running-p chart-kernel-repl--connection)
                   (or (not shared) (eq shared chart-kernel-repl--connection)))
        (setq chart-kernel-repl--connection (or shared (chart-kernel-connect directory))
              chart-kernel-repl--is-own (not shared)))
      (unless (comint-check-proc buffer)
        ;; Comint wants a process; this one only holds its place.
        (let ((process (make-pipe-process :name "chart-repl" :buffer buffer :noquery t
                                          :filter #'comint-output-filter)))
          (goto-char (point-max))
          (set-marker (process-mark process) (point))
          (comint-output-filter process chart-kernel-repl-prompt))))
    (pop-to-buffer buffer)))

(provide 'chart-kernel-repl)
;;; chart-kernel-repl.el ends here
