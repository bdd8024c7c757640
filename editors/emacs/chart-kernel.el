;;; chart-kernel.el --- Interactive charts, edited as text  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, data, multimedia
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A chart is a few lines of YAML or JSON in a file *.chart.yaml or
;; *.chart.json.  `chart-kernel-mode' checks them while they are typed, knows
;; what can stand where, and shows the chart beside the text: one that can be
;; clicked, turned, scrolled and walked through by keys.
;;
;; The drawing is done by the program chart-kernel, over JSON-RPC.  Only
;; libraries that come with Emacs are needed.  See README.md for more.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'chart-kernel-document)
(require 'chart-kernel-preview)
(require 'chart-kernel-rpc)
(require 'chart-kernel-schema)

(declare-function flymake-make-diagnostic "flymake")
(declare-function flymake-mode "flymake")
(defvar flymake-mode)

(defvar-local chart-kernel--preview nil "The buffer that shows the chart at point.")
(defvar-local chart-kernel--report nil "Takes diagnostics for Flymake.")

;;; Faults

(defun chart-kernel-flymake (report &rest _)
  "Tell Flymake through REPORT what is wrong, now and after each check."
  (setq chart-kernel--report report)
  (with-demoted-errors "Chart: %S" (chart-kernel-sync)))

(defun chart-kernel--report-faults ()
  "Tell Flymake what is wrong with all charts of this buffer."
  (when (and chart-kernel--report (bound-and-true-p flymake-mode)
             (not (cl-some #'chart-kernel-document-flying chart-kernel--documents)))
    (funcall chart-kernel--report
             (mapcan #'chart-kernel--diagnostics chart-kernel--documents)
             :region (cons (point-min) (point-max)))))

(defun chart-kernel--diagnostics (document)
  "What Flymake is to show of DOCUMENT."
  (let ((fault (chart-kernel-document-fault document)))
    (if fault
        (pcase-let ((`(,beg . ,end) (chart-kernel--fault-region document fault)))
          (list (flymake-make-diagnostic (current-buffer) beg end :error (plist-get fault :message))))
      (mapcar (lambda (warning)
                (pcase-let ((`(,beg . ,end)
                             (chart-kernel--fault-region document '(:line 1 :column 1))))
                  (flymake-make-diagnostic (current-buffer) beg end :warning warning)))
              (chart-kernel-document-warnings document)))))

(defun chart-kernel--fault-region (document fault)
  "The text of DOCUMENT that FAULT is about: the key, value or bracket there."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (chart-kernel-document-beg document))
      (forward-line (1- (plist-get fault :line)))
      (forward-char (min (1- (plist-get fault :column)) (- (line-end-position) (point))))
      ;; A place behind the last character has nothing to underline.
      (when (and (eolp) (not (bolp))) (skip-chars-backward " \t") (unless (bolp) (backward-char)))
      (let ((beg (point)))
        (cond ((looking-at "\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"\\|'[^'\n]*'") (goto-char (match-end 0)))
              ((looking-at "[][{}]") (forward-char))
              (t (skip-chars-forward "^:,{}[]\n#") (skip-chars-backward " \t" (1+ beg))))
        (cons (min beg (max (point-min) (1- (point-max))))
              (min (point-max) (max (point) (1+ beg))))))))

;;; The preview

(defun chart-kernel-preview ()
  "Show the chart at point beside its text."
  (interactive nil chart-kernel-mode)
  (let ((connection (chart-kernel--connection)))
    (setq chart-kernel--preview
          (chart-kernel-preview-open (format "*chart: %s*" (buffer-name)) connection nil))
    (display-buffer chart-kernel--preview '((display-buffer-reuse-window display-buffer-in-direction)
                                            (direction . right)))
    (chart-kernel-sync)))

(defun chart-kernel--update-preview ()
  "Show the chart at point, and what is wrong with its text."
  (when-let* ((preview (and (buffer-live-p chart-kernel--preview) chart-kernel--preview))
              (document (chart-kernel--document)))
    (let ((connection chart-kernel--connection)
          (result (chart-kernel-document-result document))
          (chart (chart-kernel-document-chart document))
          (fault (chart-kernel-document-fault document))
          (line (1- (line-number-at-pos (chart-kernel-document-beg document) t))))
      (setf (chart-kernel-document-result document) nil)
      (with-current-buffer preview
        (setq chart-kernel-preview-connection connection
              chart-kernel-preview-fault
              (and fault (format "Line %d: %s" (+ line (plist-get fault :line)) (plist-get fault :message))))
        (let ((is-other (not (equal chart chart-kernel-preview-chart))))
          (chart-kernel-preview-choose chart)
          (chart-kernel-preview-forget)
          (cond (result (chart-kernel-preview-show result))
                ((and chart is-other) (chart-kernel-preview-refresh))))
        (force-mode-line-update)))))

(defun chart-kernel--moved ()
  "Show another chart if point has moved there."
  (when (and (cdr chart-kernel--documents) (buffer-live-p chart-kernel--preview))
    (let ((chart (chart-kernel-document-chart (chart-kernel--document))))
      (unless (equal chart (buffer-local-value 'chart-kernel-preview-chart chart-kernel--preview))
        (chart-kernel--update-preview)))))

(defun chart-kernel--in-preview (command)
  "Call COMMAND in the preview of the chart at point."
  (unless (buffer-live-p chart-kernel--preview) (chart-kernel-preview))
  (with-current-buffer chart-kernel--preview (call-interactively command)))

(defun chart-kernel-undo ()
  "Take back what was done to the chart last, be it by the mouse or by text."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-undo))

(defun chart-kernel-redo ()
  "Do again to the chart what was undone last."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-redo))

(defun chart-kernel-export ()
  "Write the picture of the chart at point into a file."
  (interactive nil chart-kernel-mode)
  (chart-kernel--in-preview #'chart-kernel-preview-export))

;;; The end of a buffer

(defun chart-kernel--disconnect ()
  "End this buffer's connection."
  (when chart-kernel--timer (cancel-timer chart-kernel--timer))
  (chart-kernel--forget)
  (when-let ((connection chart-kernel--connection))
    (setq chart-kernel--connection nil)
    (when (buffer-live-p chart-kernel--preview)
      (with-current-buffer chart-kernel--preview
        (setq chart-kernel-preview-connection nil)
        (chart-kernel-preview-choose nil)))
    (chart-kernel-disconnect connection)))

(defun chart-kernel--killed ()
  "End all that belongs to this buffer."
  (chart-kernel--disconnect)
  (when (buffer-live-p chart-kernel--preview) (kill-buffer chart-kernel--preview)))

;;; The mode

(defun chart-kernel--bounds ()
  "The bounds of the chart at point."
  (let ((position (point)))
    (or (cl-find-if (lambda (region) (<= (car region) position (cdr region)))
                    (reverse (chart-kernel--regions)))
        (cons (point-min) (point-max)))))

(defun chart-kernel-complete ()
  "What can be written at point, for `completion-at-point-functions'."
  (let ((bounds (chart-kernel--bounds)))
    (chart-kernel-completion (car bounds) (cdr bounds))))

(defun chart-kernel-eldoc (callback &rest _)
  "Tell CALLBACK what the key or value at point means."
  (let ((bounds (chart-kernel--bounds)))
    (when-let ((documentation (chart-kernel-documentation (car bounds) (cdr bounds))))
      (funcall callback (cdr documentation)
               :thing (car documentation) :face 'font-lock-variable-name-face)
      t)))

(defun chart-kernel-indent-line ()
  "Indent the line as the one before it; again, one level less.
Behind a key without a value it is one level more."
  (interactive nil chart-kernel-mode)
  (let* ((previous (save-excursion
                     (beginning-of-line)
                     (if (re-search-backward "^[ \t]*[^ \t\n#]" nil t)
                         (+ (current-indentation)
                            (progn (back-to-indentation)
                                   (if (looking-at "-[ \t]+") (- (match-end 0) (point)) 0))
                            (if (looking-at ".*[:{[][ \t]*$") 2 0))
                       0)))
         (previous (- previous (if (save-excursion (back-to-indentation) (looking-at "[]}]")) 2 0)))
         (here (current-indentation))
         (column (cond ((and (eq last-command this-command) (> here 0)) (max 0 (- here 2)))
                       ((eq last-command this-command) (max 0 previous))
                       (t (max 0 previous)))))
    (if (<= (current-column) here) (indent-line-to column)
      (save-excursion (indent-line-to column)))))

(defconst chart-kernel-font-lock
  `((,(concat "\\(?:^[ \t]*\\(?:-[ \t]+\\)*\\|[{,][ \t]*\\)" chart-kernel--key)
     (1 'font-lock-variable-name-face t))
    ("^\\(---\\|\\.\\.\\.\\)" (1 'font-lock-comment-delimiter-face))
    ("[:,[][ \t]*\\(true\\|false\\|null\\)\\_>" (1 'font-lock-constant-face))
    ("\\(?:^\\|[ \t[{,]\\)\\([&*][[:alnum:]_-]+\\)" (1 'font-lock-type-face)))
  "What is coloured in charts.")

(defconst chart-kernel--syntax-propertize
  (syntax-propertize-rules
   ;; It's a quote only where a text begins, and a comment only behind a blank.
   ("[[:alnum:]_)%]\\(['\"]\\)"
    (1 (unless (nth 3 (save-excursion (syntax-ppss (match-beginning 1)))) (string-to-syntax "."))))
   ("[^ \t\n]\\(#\\)" (1 ".")))
  "Makes characters punctuation that YAML takes for what they are.")

(defvar chart-kernel-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (each '(?& ?* ?+ ?/ ?< ?= ?> ?| ?% ?$)) (modify-syntax-entry each "." table))
    table)
  "Of YAML, and so of JSON.")

(defvar chart-kernel-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-p") #'chart-kernel-preview)
    (define-key map (kbd "C-c C-c") #'chart-kernel-sync)
    (define-key map (kbd "C-c C-e") #'chart-kernel-export)
    (define-key map (kbd "C-c C-u") #'chart-kernel-undo)
    (define-key map (kbd "C-c C-r") #'chart-kernel-redo)
    (define-key map (kbd "C-c C-z") #'chart-kernel-repl)
    (define-key map (kbd "C-c C-a") #'chart-kernel-attach)
    map)
  "Keys of `chart-kernel-mode'.")

(autoload 'chart-kernel-attach "chart-kernel-attach" "Join a running kernel, such as that of a notebook." t)
(autoload 'chart-kernel-repl "chart-kernel-repl" "Type charts and commands, and see what they do." t)

;;;###autoload
(define-derived-mode chart-kernel-mode prog-mode "Chart"
  "Major mode for charts in YAML or JSON.
\\<chart-kernel-mode-map>
The text is checked while it is typed.  \\[chart-kernel-preview] shows the
chart beside it, where it can be clicked and dragged.
\\[completion-at-point] completes keys and words; what they mean
is told in the echo area.

\\{chart-kernel-mode-map}"
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'chart-kernel-indent-line)
  (setq-local syntax-propertize-function chart-kernel--syntax-propertize)
  (setq-local font-lock-defaults '(chart-kernel-font-lock))
  (add-hook 'completion-at-point-functions #'chart-kernel-complete nil t)
  (add-hook 'eldoc-documentation-functions #'chart-kernel-eldoc nil t)
  (add-hook 'flymake-diagnostic-functions #'chart-kernel-flymake nil t)
  (add-hook 'chart-kernel-answered-hook #'chart-kernel--report-faults nil t)
  (add-hook 'chart-kernel-answered-hook #'chart-kernel--update-preview 90 t)
  (add-hook 'after-change-functions #'chart-kernel--changed nil t)
  (add-hook 'post-command-hook #'chart-kernel--moved nil t)
  (add-hook 'kill-buffer-hook #'chart-kernel--killed nil t)
  (add-hook 'change-major-mode-hook #'chart-kernel--killed nil t)
  (when buffer-file-name (flymake-mode 1)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.chart\\.\\(?:ya?ml\\|json\\)\\'" . chart-kernel-mode))

(defvar org-src-lang-modes)
(with-eval-after-load 'org-src
  (add-to-list 'org-src-lang-modes '("chart" . chart-kernel)))

(provide 'chart-kernel)
;;; chart-kernel.el ends here
