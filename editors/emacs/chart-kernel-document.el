;;; chart-kernel-document.el --- The charts of a buffer, and the kernel's answers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Finds the charts in a buffer's text, gives the kernel those that have changed,
;; and keeps what it answers.  Who wants to know of answers adds to
;; `chart-kernel-answered-hook'.

;;; Code:

(require 'cl-lib)
(require 'chart-kernel-rpc)

(defcustom chart-kernel-delay 0.2
  "Seconds without a key after which the text is checked and drawn."
  :type 'number :group 'chart-kernel)

(defvar chart-kernel-answered-hook nil
  "What is run in a buffer of charts when it is known what the kernel says of them.")

;;; A buffer's charts

(cl-defstruct (chart-kernel-document (:constructor chart-kernel--make-document))
  "One chart in a buffer: the text between two lines `---', or all of it."
  (beg nil :documentation "Where it begins: a marker.")
  (end nil :documentation "Where it ends: a marker.")
  (sent nil :documentation "The text that the kernel was given last.")
  (flying nil :documentation "Whether the kernel has not answered yet.")
  (chart nil :documentation "The id that the kernel calls it by.")
  (result nil :documentation "What it was answered with; nil after a fault.")
  (fault nil :documentation "What is wrong: a plist with :message, :line and :column.")
  (warnings nil :documentation "What the author should know."))

(defvar-local chart-kernel--connection nil "The connection for this buffer's charts.")
(defvar-local chart-kernel--documents nil "The charts of this buffer.")
(defvar-local chart-kernel--timer nil "Waits for a pause in typing.")

(defun chart-kernel--connection ()
  "The connection for this buffer's charts, opened if need be."
  (unless (and chart-kernel--connection (jsonrpc-running-p chart-kernel--connection))
    (setq chart-kernel--connection (chart-kernel-connect default-directory))
    (chart-kernel--forget))
  chart-kernel--connection)

(defun chart-kernel--forget ()
  "Forget what the kernel was told."
  (dolist (document chart-kernel--documents)
    (setf (chart-kernel-document-sent document) nil
          (chart-kernel-document-flying document) nil
          (chart-kernel-document-chart document) nil)))

(defun chart-kernel--regions ()
  "The bounds of the charts in this buffer, those that are blank left out."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (let ((start (point)) regions)
        (while (re-search-forward "^---\\(?:[ \t]\\|$\\)" nil 'move)
          (push (cons start (match-beginning 0)) regions)
          (setq start (match-beginning 0)))
        (push (cons start (point-max)) regions)
        (cl-remove-if (lambda (region)
                        (goto-char (car region))
                        (when (looking-at "---[ \t]*$") (forward-line))
                        (while (and (< (point) (cdr region)) (looking-at "[ \t]*\\(?:#.*\\)?$"))
                          (forward-line))
                        (>= (point) (cdr region)))
                      (nreverse regions))))))

(defun chart-kernel--update-documents ()
  "Find the charts in the text.  Those that have gone are deleted."
  (let ((old chart-kernel--documents))
    (setq chart-kernel--documents
          (mapcar (lambda (region)
                    (let ((document (or (pop old) (chart-kernel--make-document))))
                      (setf (chart-kernel-document-beg document) (copy-marker (car region))
                            (chart-kernel-document-end document) (copy-marker (cdr region) t))
                      document))
                  (chart-kernel--regions)))
    (dolist (document old)
      (chart-kernel--delete (chart-kernel-document-chart document)))))

(defun chart-kernel--delete (chart)
  "Delete CHART if it is of no use to anybody."
  (when (and chart chart-kernel--connection (jsonrpc-running-p chart-kernel--connection)
             ;; Those of a kernel that others use too are not one's own.
             (not (chart-kernel-endpoint chart-kernel--connection))
             (not (cl-find chart chart-kernel--documents
                           :key #'chart-kernel-document-chart :test #'equal)))
    (chart-kernel-call chart-kernel--connection "chart/delete" (list :chart chart) #'ignore #'ignore)))

(defun chart-kernel--document (&optional position)
  "The chart at POSITION, point if nil."
  (let ((position (or position (point))))
    (or (cl-find-if (lambda (document)
                      (and (<= (chart-kernel-document-beg document) position)
                           (< position (chart-kernel-document-end document))))
                    chart-kernel--documents)
        (car (last chart-kernel--documents)))))

(defun chart-kernel--name (document)
  "How to call DOCUMENT if it has no id."
  (let ((name (replace-regexp-in-string
               "\\.chart\\'\\|\\.\\(?:chart\\.\\)?\\(?:ya?ml\\|json\\)\\'" ""
               (if buffer-file-name (file-name-nondirectory buffer-file-name) (buffer-name))))
        (index (cl-position document chart-kernel--documents)))
    (if (and index (> index 0)) (format "%s-%d" name (1+ index)) name)))

;;; Links

(defvar-local chart-kernel--told-links nil "The links of which it was said that their charts are in several files.")

(defun chart-kernel--links ()
  "The links that the charts of this buffer name, each as often as they do."
  (save-excursion
    (save-restriction
      (widen)
      (goto-char (point-min))
      (let (links)
        (while (re-search-forward "^[ {]*\"?link\"?:[ \t]*[\"']?\\([^\"',#} \t\n]+\\)" nil t)
          (push (match-string-no-properties 1) links))
        links))))

(defun chart-kernel--tell-links ()
  "Say once of each link that its charts do not hear of each other.
That is so if another buffer's kernel has some of them."
  (let ((links (chart-kernel--links)) (connection chart-kernel--connection))
    (dolist (link links)
      (when-let ((other (and (= 1 (cl-count link links :test #'equal))
                             (not (member link chart-kernel--told-links))
                             (cl-find-if (lambda (buffer) (chart-kernel--has-link-elsewhere-p buffer link connection))
                                         (buffer-list)))))
        (push link chart-kernel--told-links)
        (message "Link %s: %s has a kernel of its own; charts that are to be linked belong in one file"
                 link (buffer-name other))))))

(defun chart-kernel--has-link-elsewhere-p (buffer link connection)
  "Whether BUFFER has a chart with LINK in another kernel than CONNECTION's."
  (with-current-buffer buffer
    (when-let ((own (and (derived-mode-p 'chart-kernel-mode) chart-kernel--connection)))
      (and (not (eq own connection))
           (not (and (chart-kernel-endpoint own)
                     (equal (chart-kernel-endpoint own) (chart-kernel-endpoint connection))))
           (member link (chart-kernel--links))))))

;;; Text to kernel

(defun chart-kernel--changed (&rest _)
  "Check and draw the charts after a while without typing."
  (when chart-kernel--timer (cancel-timer chart-kernel--timer))
  ;; Org puts charts into buffers of this mode only to colour them.
  (when (or chart-kernel--connection (bound-and-true-p flymake-mode))
    (let ((buffer (current-buffer)))
      (setq chart-kernel--timer
            (run-with-timer chart-kernel-delay nil
                            (lambda ()
                              (when (buffer-live-p buffer)
                                (with-current-buffer buffer
                                  (setq chart-kernel--timer nil)
                                  (with-demoted-errors "Chart: %S" (chart-kernel-sync))))))))))

(defun chart-kernel-sync ()
  "Give the kernel all charts whose text has changed."
  (interactive nil chart-kernel-mode)
  (when chart-kernel--timer (cancel-timer chart-kernel--timer) (setq chart-kernel--timer nil))
  (let ((connection (chart-kernel--connection)))
    (chart-kernel--update-documents)
    (dolist (document chart-kernel--documents)
      (let ((text (chart-kernel--text document)))
        (unless (or (chart-kernel-document-flying document)
                    (equal text (chart-kernel-document-sent document)))
          (chart-kernel--send connection document text))))
    (run-hooks 'chart-kernel-answered-hook)))

(defun chart-kernel--text (document)
  "The text of DOCUMENT."
  (save-restriction
    (widen)
    (buffer-substring-no-properties (chart-kernel-document-beg document)
                                    (chart-kernel-document-end document))))

(defun chart-kernel--send (connection document text)
  "Give the kernel of CONNECTION the TEXT of DOCUMENT."
  (setf (chart-kernel-document-sent document) text
        (chart-kernel-document-flying document) t)
  (let* ((buffer (current-buffer))
         (answered (lambda (take)
                     (when (and (buffer-live-p buffer)
                                (eq connection (buffer-local-value 'chart-kernel--connection buffer)))
                       (with-current-buffer buffer
                         (setf (chart-kernel-document-flying document) nil)
                         (when (memq document chart-kernel--documents)
                           (funcall take)
                           ;; Meanwhile there may have been more changes.
                           (if (equal text (chart-kernel--text document))
                               (run-hooks 'chart-kernel-answered-hook)
                             (unless chart-kernel--timer (chart-kernel--changed)))))))))
    (chart-kernel-call
     connection "chart/edit" (list :text text :chart (chart-kernel--name document))
     (lambda (result) (funcall answered (lambda () (chart-kernel--take document result))))
     (lambda (fault) (funcall answered (lambda () (chart-kernel--refuse document fault)))))))

(defun chart-kernel--take (document result)
  "Note the RESULT of giving DOCUMENT to the kernel."
  (let ((old (chart-kernel-document-chart document)) (new (plist-get result :chart)))
    (setf (chart-kernel-document-chart document) new
          (chart-kernel-document-result document) result
          (chart-kernel-document-fault document) nil
          (chart-kernel-document-warnings document) (append (plist-get result :warnings) nil))
    (chart-kernel--tell-links)
    (unless (equal old new) (chart-kernel--delete old))))

(defun chart-kernel--refuse (document fault)
  "Note that DOCUMENT is at FAULT, of `chart-kernel-call'."
  (let ((data (plist-get fault :data)))
    (setf (chart-kernel-document-result document) nil
          (chart-kernel-document-fault document)
          (list :message (plist-get fault :message)
                :line (or (plist-get data :line) 1)
                :column (or (plist-get data :column) 1)))))

(provide 'chart-kernel-document)
;;; chart-kernel-document.el ends here
